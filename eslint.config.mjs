import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const DEFAULT_EXPORTS_OF_NEXT =
  'app/**/{page,layout,template,loading,error,not-found,global-error,default,route,sitemap,robots,manifest,icon,apple-icon,opengraph-image,twitter-image}.{ts,tsx}';
const READ_THE_ENVIRONMENT = [
  'lib/env.ts',
  'lib/testing/**',
  'agent/testing/**',
  'local/**',
  'commands/**',
  'e2e/**',
  'bench/**',
  'prisma/**',
  'prisma.config.ts',
  '*.config.*',
];

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.data*/**',
      'generated/**',
      'next-env.d.ts',
      'test-results/**',
      'playwright-report/**',
      'screenshots/**',
    ],
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Numbers and booleans in a template are what they look like.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `() => void work()` and `() => list.push(x)` say in one line what they do.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // A function may be async for its type's sake, and a method may be handed on.
      '@typescript-eslint/require-await': 'off',
      // React's handlers are declared to return void; an async one is awaited by nobody, which no-floating-promises covers.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      // Types of data from outside promise more than they keep.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Default exports only where Next or a tool asks for one.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only lib/env.ts reads the environment.' },
      ],
      // They cost half of all the time, and there are no enums here, nor classes of that kind.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: ['error', 'always'],
    },
  },
  { files: ['**/*.tsx'], extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat['recommended-latest']] },
  {
    files: [DEFAULT_EXPORTS_OF_NEXT, '*.config.ts', 'local/vitest-setup.ts', 'e2e/support/contract-check.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: READ_THE_ENVIRONMENT, rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['**/*.test.ts', 'e2e/**/*.ts', 'lib/testing/**/*.ts'],
    rules: {
      'no-restricted-properties': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off', // expect.any() and JSON answers
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);
