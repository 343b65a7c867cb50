import { register } from 'tsx/esm/api';

/** Jest loads this file without its transformer, so the sources it needs are read through tsx. */
export default async (config) => {
  const unregister = register();
  try {
    const { prepare } = await import('./support/run.ts');
    await prepare(config);
  } finally {
    await unregister();
  }
};
