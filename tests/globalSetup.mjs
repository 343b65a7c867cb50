import { register } from 'tsx/esm/api';
import { build } from '../bin/build.mjs';
import { bundlePackages } from './support/packages.mjs';

/** Jest loads this file without its transformer, so the sources it needs are read through tsx. */
export default async (config) => {
  await bundlePackages();
  const unregister = register();
  try {
    const { prepare } = await import('./support/run.ts');
    await prepare(config, () => build(console.log, ['codegen', 'web', 'graphiql', 'gallery']));
  } finally {
    await unregister();
  }
};
