import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const DEFAULT_EXPORTS_OF_NEXT =
  'app/**/{page,layout,template,loading,error,not-found,global-error,default,route,sitemap,robots,manifest,icon,apple-icon,opengraph-image,twitter-image}.{ts,tsx}';
const READ_THE_ENVIRONMENT = [
  'lib/env.ts',
  'lib/testing/**',
  'agent/{src,testing}/**',
  'dev/**',
  'bin/**',
  'stripe-emulator/**',
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
      'agent/dist/**',
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
      // Numbers and booleans are safe in templates.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Allows one-liners such as `() => void work()` and `() => list.push(x)`.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // A function may be async only to match a type.
      '@typescript-eslint/require-await': 'off',
      // React's handlers return void by type; an async one is fine, and no-floating-promises checks its body.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      // Data from outside may not match its type.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Methods may be passed on as values.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-dynamic-delete': 'off',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Default exports only where Next or a tool requires one.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only lib/env.ts reads the environment.' },
      ],
      // These take half of the lint time, and the code has no enums and no such classes.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      eqeqeq: ['error', 'always'],
    },
  },
  { files: ['**/*.tsx'], extends: [jsxA11y.flatConfigs.recommended, reactHooks.configs.flat['recommended-latest']] },
  {
    files: [
      ...[DEFAULT_EXPORTS_OF_NEXT, '*.config.ts', '**/*.stories.tsx', '.storybook/*'],
      ...['dev/tests/vitest-setup.ts', 'e2e/support/contract-check.ts'],
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  { files: READ_THE_ENVIRONMENT, rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['**/*.test.{ts,tsx}', 'e2e/**/*.ts', 'lib/testing/**/*.ts'],
    rules: {
      'no-restricted-properties': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off', // expect.any() and JSON responses
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
    },
  },
);
