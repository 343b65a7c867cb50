let key: string | null = null;

/** The key of AG Grid Enterprise, where an installation has one. Before the first grid is shown. */
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
 * Loads AG Grid Enterprise and shows it its key; without a key nothing is loaded. A build without the package, or a
 * chunk that does not come, leaves the community edition: nothing of ours needs more.
 */
export const activateGridLicense = (): Promise<void> =>
  (activated ??= key === null ? Promise.resolve() : activate(key));
