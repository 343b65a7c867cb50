import { register } from 'tsx/esm/api';
import { build } from '../bin/build.mjs';
import { sharePackages } from './support/packages.mjs';
import { bundleProduct } from './support/product.mjs';

/** Jest loads this file without its transformer, so the sources it needs are read through tsx. */
export default async (config) => {
  await sharePackages();
  await bundleProduct(() => build(console.log, ['codegen']));
  const unregister = register();
  try {
    const { prepare } = await import('./support/run.ts');
    await prepare(config, () => build(console.log, ['codegen', 'web', 'graphiql', 'gallery']));
  } finally {
    await unregister();
  }
};
