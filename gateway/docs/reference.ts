import { html, rich, type Html } from './html.ts';

/** The part of a JSON Schema that is shown. */
interface Shape {
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Shape>;
  patternProperties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
  const?: unknown;
}

interface Operation {
  summary?: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  'x-prumo-tokens'?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string; schema?: Shape }[];
  requestBody?: { content: Record<string, { schema?: Shape }> };
  responses?: Record<string, { content?: Record<string, { schema?: Shape }> }>;
}

export type Paths = Record<string, Record<string, Operation>>;

/** Levels of nested objects that a table shows. */
const DEPTH = 5;

const kindOf = (shape: Shape): string => {
  if (shape.anyOf) return [...new Set(shape.anyOf.map(kindOf))].join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.items) return `${kindOf(shape.items)}[]`;
  const type = [shape.type ?? 'any'].flat().join(' | ');
  return shape.format ? `${type} (${shape.format})` : type;
};

interface Row {
  name: string;
  kind: string;
  required: boolean;
  description: string;
}

/** The object within: that of a list, or of a choice with null. */
const inner = (shape: Shape): Shape => {
  const choice = shape.anyOf?.find(
    ({ properties, items, patternProperties }) => properties ?? items ?? patternProperties,
  );
  const plain = choice ?? shape;
  return plain.items ? inner(plain.items) : plain;
};

const rowsOf = (shape: Shape, prefix = '', depth = DEPTH): Row[] => {
  const { properties = {}, patternProperties = {}, required = [] } = inner(shape);
  if (depth === 0) return [];
  const fields = [
    ...Object.entries(properties),
    ...Object.values(patternProperties).map((one) => ['{id}', one] as const),
  ];
  return fields.flatMap(([name, field]) => [
    {
      name: prefix + name,
      kind: kindOf(field),
      required: required.includes(name),
      description: field.description ?? '',
    },
    ...rowsOf(field, `${prefix}${name}.`, depth - 1),
  ]);
};

/** Paragraphs of the specification mean nothing to readers of the API. */
const plain = (text: string): string => text.replaceAll(/\s*\([^()]*§[^()]*\)/g, '');

const tableOf = (title: string, rows: readonly Row[]): Html | string =>
  rows.length === 0
    ? ''
    : html`<h3>${title}</h3>
        <div class="scroll" tabindex="0">
          <table>
            <thead>
              <tr>
                <th scope="col">Campo</th>
                <th scope="col">Tipo</th>
                <th scope="col">Descrição</th>
              </tr>
            </thead>
            <tbody>
              ${rows.map(
                ({ name, kind, required, description }) =>
                  html`<tr>
                    <td><code>${name}</code>${required ? ' *' : ''}</td>
                    <td>${kind}</td>
                    <td>${rich(plain(description))}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>`;

const TOKENS: Readonly<Record<string, string>> = {
  read: 'Tokens: leitura.',
  write: 'Tokens: leitura e escrita.',
  none: 'Não se chama com token.',
};

const bodyOf = ({ requestBody }: Operation): Shape => Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
const answerOf = ({ responses }: Operation): Shape => Object.values(responses?.['200']?.content ?? {})[0]?.schema ?? {};

const operation = (method: string, path: string, one: Operation): Html => {
  const parameters = (one.parameters ?? []).map((parameter) => ({
    name: parameter.name,
    kind: kindOf(parameter.schema ?? {}),
    required: parameter.required ?? false,
    description: `${parameter.in === 'path' ? 'No caminho. ' : ''}${parameter.description ?? ''}`,
  }));
  return html`<details id="${method.toLowerCase()}-${path}">
    <summary>
      <span class="method ${method}">${method}</span> <code>${path}</code
      ><span class="what">${plain(one.summary ?? '')}</span>
    </summary>
    <p>
      ${TOKENS[one['x-prumo-tokens'] ?? ''] ?? ''} ${one.deprecated ? 'Obsoleta.' : ''} ${plain(one.description ?? '')}
    </p>
    ${tableOf('Parâmetros', parameters)}${tableOf('Corpo', rowsOf(bodyOf(one)))}${tableOf('Resposta', rowsOf(answerOf(one)))}
  </details>`;
};

export const TAG_NAMES: Readonly<Record<string, string>> = {
  financial: 'Financeiro',
  purchase: 'Suprimentos',
  engineering: 'Engenharia',
  location: 'Endereços',
  security: 'Acesso',
  assistant: 'Assistente',
  reports: 'Relatórios',
  lists: 'Listas: visões salvas e impressão',
  csv: 'CSV para planilhas e BI',
  oauth: 'Login',
  callback: 'Volta do login',
};

/** Every call of one part of REST; the descriptions are those of the contract, in English. */
export const reference = (tag: string, paths: Paths): Html => {
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, one]) => one.tags?.includes(tag))
      .map(([method, one]) => ({ method: method.toUpperCase(), path, one })),
  );
  calls.sort((a, b) => (a.path === b.path ? a.method.localeCompare(b.method) : a.path.localeCompare(b.path)));
  return html`<h1>REST: ${TAG_NAMES[tag] ?? tag}</h1>
    <p class="lead">
      ${calls.length} chamadas, do <a href="/api/v1/openapi.json">OpenAPI 3.1</a> que este endereço serve. As descrições
      são em inglês, como os nomes. * quer dizer obrigatório, ou sempre presente na resposta.
    </p>
    ${calls.map(({ method, path, one }) => operation(method, path, one))}`;
};
