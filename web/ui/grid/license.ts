let key: string | null = null;

/** Sets the key of AG Grid Enterprise, where an installation has one. Call it before the first grid is shown. */
export const setGridLicense = (configured: string): void => {
  key = configured;
};

const activate = async (licensed: string): Promise<void> => {
  try {
    const enterprise = await import('virtual:grid-enterprise');
    if (enterprise.activate) enterprise.activate(licensed);
    else console.warn('GRID_LICENSE_KEY: this build is without ag-grid-enterprise; the community edition is used.');
  } catch (error) {
    console.warn('GRID_LICENSE_KEY: ag-grid-enterprise could not be loaded.', error);
  }
};

let activated: Promise<void> | undefined;

/**
 * Loads AG Grid Enterprise and activates it with the key; without a key it loads nothing. When the package or its chunk
 * is missing, the community edition stays, which suffices for the product.
 */
export const activateGridLicense = (): Promise<void> =>
  (activated ??= key === null ? Promise.resolve() : activate(key));
