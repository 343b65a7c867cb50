import { everyImport, pathOf, targetOf } from './imports.js';

/** What each layer may import besides itself; data flows one way (docs/architecture.md). Tests see everything. */
const LAYERS = {
  domain: [],
  schema: ['domain'],
  services: ['schema', 'domain'],
  gateway: ['schema', 'domain'],
  web: ['schema', 'domain'],
  bin: ['services', 'gateway', 'domain'],
};

const layerOf = (path) => path.split('/')[0];

/** Refuses imports against the direction of the layers, and relative ones that leave their layer. */
export const direction = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { wrong: '{{from}} must not import {{to}}.', hash: 'Write #{{to}}/… to leave a layer.' },
  },
  create: (context) => {
    const from = layerOf(pathOf(context.filename));
    const allowed = LAYERS[from];
    return everyImport((node, specifier) => {
      const target = targetOf(specifier, context.filename);
      const to = target && layerOf(target);
      if (!to || to === from || !(to in { ...LAYERS, tests: 0 })) return;
      if (allowed && !allowed.includes(to)) context.report({ node, messageId: 'wrong', data: { from, to } });
      else if (!specifier.startsWith('#')) context.report({ node, messageId: 'hash', data: { to } });
    });
  },
};
