import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gridEnterprise } from '../build/gridEnterprise.ts';

const here = import.meta.dirname;

/** The gallery built for its test; `npm run dev` serves it from the sources, and no other build holds it. */
export default defineConfig({
  root: resolve(here, '..'),
  base: '/',
  plugins: [react(), gridEnterprise(resolve(here, '../../node_modules'))],
  build: {
    outDir: resolve(here, '../../dist/gallery'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: resolve(here, 'index.html') },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 10_000,
  },
});
