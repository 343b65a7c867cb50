import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** GraphiQL as a page of its own, apart from the screens: its editor alone weighs more than all of them. */
export default defineConfig({
  root: here,
  base: '/graphiql/',
  plugins: [react()],
  html: { cspNonce: '__CSP_NONCE__' },
  worker: { format: 'es' },
  build: {
    outDir: resolve(here, '../../dist/graphiql'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 10_000,
    reportCompressedSize: false,
  },
});
