import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups, entries } from './build/chunks.ts';
import { gridEnterprise } from './build/gridEnterprise.ts';

const here = import.meta.dirname;
const gateway = `http://127.0.0.1:${process.env.PORT ?? 4000}`;

/** Serves web/gallery at /dev/ui, on the development server alone. */
const gallery = (): Plugin => ({
  name: 'prumo-gallery',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/dev\/ui\/?(?=\?|$)/, '/gallery/index.html');
      next();
    });
  },
});

/** Preloads the one font with the page, so that the first frame renders in it. */
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
  // web/public is a room of the sources, not a folder of files to be copied.
  publicDir: false,
  plugins: [react(), preloadFont(), gallery(), gridEnterprise(resolve(here, '../node_modules'))],
  // The gateway replaces it by a fresh nonce in every response (content security policy without inline script).
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: resolve(here, '../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // An inlined asset is a data: address, which the content security policy refuses.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: entries(here),
      // Modules of the product have no side effects on import (except main.tsx), so a barrel bundles only its used
      // exports.
      treeshake: {
        moduleSideEffects: [{ test: /\/web\/\w+\/.*\.tsx?$/, sideEffects: false }],
      },
      output: { codeSplitting: { groups: chunkGroups(here) } },
    },
  },
  // graphiql/ is a separate page with its own build.
  optimizeDeps: { entries: ['index.html'] },
  server: {
    port: Number(process.env.WEB_PORT ?? 5173),
    proxy: {
      '/graphql': { target: gateway, ws: true },
      '/api': gateway,
      '/docs': gateway,
      '/oauth': gateway,
      '/callback/prumoid': gateway,
    },
  },
});
