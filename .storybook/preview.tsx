import type { Preview } from '@storybook/react-vite';
import { Toaster } from '#components/ui/overlays/toast.tsx';
import '../app/globals.css';
import './fonts.css';

const preview: Preview = {
  globalTypes: {
    theme: {
      description: 'Theme',
      toolbar: { title: 'Theme', items: ['light', 'dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { theme: 'light' },
  decorators: [
    (Story, { globals }) => {
      document.documentElement.dataset['theme'] = String(globals['theme']);
      return (
        <main id="main" className="[--sticky-top:0]">
          <Story />
          <Toaster />
        </main>
      );
    },
  ],
};

export default preview;
