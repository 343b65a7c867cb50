import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { gridEnterprise } from './build/gridEnterprise.ts';

const here = import.meta.dirname;
const gateway = `http://127.0.0.1:${process.env.PORT ?? 4000}`;

/** Asks for the one font with the page itself, so that text is drawn in it from the first frame. */
const preloadFont = (): Plugin => ({
  name: 'prumo-preload-font',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((file) => file.endsWith('.woff2'));
      if (!font) return [];
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${font}` };
      return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
    },
  },
});

export default defineConfig({
  root: here,
  plugins: [react(), preloadFont(), gridEnterprise(resolve(here, '../node_modules'))],
  // The gateway puts a fresh nonce in its place on every answer (content security policy without inline script).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: resolve(here, '../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // An inlined asset is a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // Our own modules do nothing when they are loaded (main.tsx apart), so a barrel costs only what is used of it.
      treeshake: {
        moduleSideEffects: [{ test: /\/web\/\w+\/.*\.tsx?$/, sideEffects: false }],
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 30 },
            // First, so that the community edition stays apart from what only a licence loads (build/gridEnterprise.ts).
            { name: 'ag-grid', test: /node_modules\/(@ag-grid|ag-(grid-(community|react)|stack))/, priority: 20 },
            { name: 'ag-grid-enterprise', test: /node_modules\/ag-/, priority: 10 },
          ],
        },
      },
    },
  },
  // graphiql/ below is a page with a build of its own.
  optimizeDeps: { entries: ['index.html'] },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: {
      '/graphql': { target: gateway, ws: true },
      '/api': gateway,
      '/oauth': gateway,
      '/callback': gateway,
    },
  },
});
