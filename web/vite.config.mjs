import { defineConfig } from 'vite';

// The output is what `scree view` serves: relative to nothing but its own origin, no inlined assets, so that the
// page works under a content security policy of 'self' alone.
export default defineConfig({
  base: '/',
  build: {
    outDir: '../build/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2021',
    chunkSizeWarningLimit: 1000,
  },
});
