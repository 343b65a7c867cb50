import { resolve } from 'node:path';
import type { Rolldown } from 'vite';

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>;
type CodeSplittingGroup = Groups[number];
type CodeSplittingNameFunction = Exclude<CodeSplittingGroup['name'], string>;
type Context = Parameters<CodeSplittingNameFunction>[1];

/** Pages before the login, which load neither Fluent nor Apollo. */
const PUBLIC_PAGE =
  /\/web\/(public-pages|engineering\/bulletinCheck|security\/(login|password|onboarding))\/\w+Page\.tsx$/;

/** Pages of suppliers, which compute exactly: what they share with the application, no other of these pages loads. */
const EXACT_PAGE = /\/web\/purchase\/(quoteRequest|orderConfirmation)\/\w+Page\.tsx$/;

/** Modules that these modules import statically, and themselves. */
const reached = (roots: readonly string[], context: Context): Set<string> => {
  const found = new Set<string>();
  const visit = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    for (const imported of context.getModuleInfo(id)?.importedIds ?? []) visit(imported);
  };
  for (const root of roots) visit(root);
  return found;
};

/** Entries of the build. The tag `$initial` marks what the application and its first screen import. */
export const entries = (web: string): Record<string, string> => ({
  index: resolve(web, 'index.html'),
  startApp: resolve(web, 'shell/startApp.tsx'),
  dashboard: resolve(web, 'home/dashboard/DashboardScreen.tsx'),
});

/**
 * Few chunks, because a list of ninety small files costs the browser more than their bytes: what every page needs, what
 * several public pages share, the application with its first screen, and what several other screens share. A module
 * that one screen alone needs stays in that screen's own chunk.
 */
export const chunkGroups = (web: string): CodeSplittingGroup[] => {
  let everywhere: Set<string> | undefined;
  let before: Set<string> | undefined;
  let exact: Set<string> | undefined;
  const inIndex: CodeSplittingNameFunction = (id, context) => {
    everywhere ??= reached([resolve(web, 'index.html')], context);
    return everywhere.has(id) || id.startsWith('\0vite/') ? 'index' : null;
  };
  const pagesOf = (page: RegExp, context: Context): string[] =>
    (context.getModuleInfo(resolve(web, 'shell/screens.ts'))?.dynamicallyImportedIds ?? []).filter((screen) =>
      page.test(screen),
    );
  const inPublic: CodeSplittingNameFunction = (id, context) => {
    before ??= reached([resolve(web, 'shell/startPublic.tsx'), ...pagesOf(PUBLIC_PAGE, context)], context);
    return before.has(id) ? 'public' : null;
  };
  const inExact: CodeSplittingNameFunction = (id, context) => {
    exact ??= reached(pagesOf(EXACT_PAGE, context), context);
    return exact.has(id) ? 'exact' : null;
  };
  return [
    { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 60 },
    // Before the licensed packages, so that the community edition stays apart from them (build/gridEnterprise.ts).
    { name: 'ag-grid', test: /node_modules\/(@ag-grid|ag-(grid-(community|react)|stack))/, priority: 50 },
    { name: 'ag-grid-enterprise', test: /node_modules\/ag-/, priority: 45 },
    { name: inIndex, priority: 40 },
    { name: inPublic, minShareCount: 2, priority: 30 },
    { name: inExact, minShareCount: 2, priority: 25 },
    { name: 'application', tags: ['$initial'], priority: 20 },
    { name: 'screens', minShareCount: 2, priority: 10 },
  ];
};
