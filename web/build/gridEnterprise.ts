import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ID = 'virtual:grid-enterprise';

const LICENSED = `
  import { ModuleRegistry } from 'ag-grid-community';
  import { AllEnterpriseModule, LicenseManager } from 'ag-grid-enterprise';
  export const activate = (key) => {
    LicenseManager.setLicenseKey(key);
    ModuleRegistry.registerModules([AllEnterpriseModule]);
  };`;

/**
 * AG Grid Enterprise has a commercial licence and is no dependency of the product. A licensee installs it besides
 * (decision 17); a build that finds the package puts it into its own chunk, any other build exports null.
 */
export const gridEnterprise = (packages: string): Plugin => ({
  name: 'prumo-grid-enterprise',
  resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
  load: (id) => {
    if (id !== `\0${ID}`) return undefined;
    return existsSync(join(packages, 'ag-grid-enterprise', 'package.json'))
      ? LICENSED
      : 'export const activate = null;';
  },
});
