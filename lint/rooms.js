import { everyImport, pathOf, targetOf } from './imports.js';

/**
 * Keeps the order of the rooms of one layer. Options:
 * - layer, and how many folders name a feature in it (`depth`);
 * - rooms: what each shared room may import; a feature may import every room, and no other feature;
 * - free: folders that compose the others ('' is the layer's own files): they import everything, and nothing imports them;
 * - exceptions: { 'importing': { 'imported': 'reason' } }.
 */
export const rooms = {
  meta: {
    type: 'problem',
    schema: [{ type: 'object' }],
    messages: { wrong: '{{from}} must not import {{to}} (docs/architecture.md; exceptions in eslint.config.js).' },
  },
  create: (context) => {
    const { layer, depth, rooms: shared, free, exceptions } = context.options[0];
    const roomOf = (path) => {
      const folders = path.split('/').slice(1, -1);
      return folders[0] in shared || free.includes(folders[0]) ? folders[0] : folders.slice(0, depth).join('/');
    };
    const mayImport = (from, to) =>
      from === to ||
      free.includes(from) ||
      (shared[from] ? shared[from].includes(to) : to in shared) ||
      exceptions[from]?.[to] !== undefined;
    const from = roomOf(pathOf(context.filename));
    return everyImport((node, specifier) => {
      const target = targetOf(specifier, context.filename);
      if (!target?.startsWith(`${layer}/`)) return;
      const to = roomOf(target);
      if (mayImport(from, to)) return;
      context.report({ node, messageId: 'wrong', data: { from: `${layer}/${from}`, to: `${layer}/${to}` } });
    });
  },
};
