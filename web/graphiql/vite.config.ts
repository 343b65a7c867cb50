import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** GraphiQL as a separate page: its editor alone is larger than all screens. */
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
