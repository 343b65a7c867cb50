import { dirname, relative, resolve, sep } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** A file's path from the root of the project, with '/' between its folders. */
export const pathOf = (file) => relative(ROOT, file).split(sep).join('/');

/** Where an import leads: '#services/x.ts' and '../../services/x.ts' alike; undefined for packages. */
export const targetOf = (specifier, from) => {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? pathOf(resolve(dirname(from), specifier)) : undefined;
};

/** Visits every import of a file: static, lazy, re-exported and of types. */
export const everyImport = (visit) => {
  const check = (source) => {
    if (typeof source?.value === 'string') visit(source, source.value);
  };
  return {
    ImportDeclaration: (node) => check(node.source),
    ExportNamedDeclaration: (node) => check(node.source),
    ExportAllDeclaration: (node) => check(node.source),
    ImportExpression: (node) => check(node.source),
    TSImportType: (node) => check(node.source ?? node.argument?.literal),
  };
};
