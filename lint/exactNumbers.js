import ts from 'typescript';

/** Refuses floating point where money could pass: parseFloat, and toFixed of a number (decimal.js has one too). */
export const exactNumbers = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { number: 'Money is decimal text and decimal.js, never a JS number (domain.md §1).' },
  },
  create: (context) => ({
    "CallExpression[callee.name='parseFloat']": (node) => context.report({ node, messageId: 'number' }),
    "MemberExpression[object.name='Number'][property.name='parseFloat']": (node) =>
      context.report({ node, messageId: 'number' }),
    "MemberExpression[property.name='toFixed']": (node) => {
      const type = context.sourceCode.parserServices.getTypeAtLocation?.(node.object);
      if (!type || type.flags & ts.TypeFlags.NumberLike) context.report({ node, messageId: 'number' });
    },
  }),
};
