import { MAX_IMPORT_CELL, MAX_IMPORT_ROWS } from '#domain/imports/description.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { MAX_IMPORT_BYTES } from '#schema/platform/imports.ts';
import { importExamples } from './examples.ts';
import { html, type Html } from './html.ts';
import { code, list, table, text } from './parts.ts';

const PLACES = [
  ['Contas a pagar', '`financial/company/{companyId}/debit/import`', 'despesas'],
  ['Contas a receber', '`financial/company/{companyId}/credit/import`', 'receitas'],
  ['Obras', '`financial/company/{companyId}/building/import`', 'engenharia'],
  ['Fornecedores e clientes', '`financial/account/{accountId}/partner/import`', 'qualquer uma'],
  ['Categorias', '`financial/account/{accountId}/category/import`', 'despesas ou receitas'],
  ['Insumos', '`purchase/account/{accountId}/product/import`', 'compras'],
  ['Grupos de insumos', '`purchase/account/{accountId}/product-group/import`', 'compras'],
  ['Tipos de insumos', '`purchase/account/{accountId}/product-type/import`', 'compras'],
  ['Unidades', '`purchase/unit/import`', 'compras ou engenharia'],
  ['Marcas', '`purchase/brand/import`', 'compras ou engenharia'],
];

const STATUSES = [
  ['`NEW`', 'Criada; `id` é o do registro. Parcelas do mesmo documento têm o mesmo `id`.'],
  ['`CHANGED`', 'Já existia e foi mudada; `changed` são os campos.'],
  ['`UNCHANGED`', 'Já existia igual: nada a fazer.'],
  ['`KEPT`', 'Já existia com outros valores e ficou como estava, porque `existing` é `KEEP`.'],
  [
    '`FAILED`',
    'Recusada; cada item de `problems` diz o campo (`field`), a frase (`message`) e, às vezes, o texto provável (`suggestion`).',
  ],
];

const REFUSED = `{ "status": 422, "error": "RULE_BROKEN",
  "message": "Confira as células indicadas. Nada foi importado.",
  "fields": [{ "path": "rows.1.dueDate", "message": "Esse dia não existe." }] }`;

/** How a program writes many rows at once. */
export const importGuide = (): Html[] => [
  ...text(
    `Uma chamada grava até ${formatCount(MAX_IMPORT_ROWS)} linhas de uma vez, em uma só transação, e custa o mesmo que gravar uma. As células são texto como em uma planilha: \`1.234,56\`, \`05/12/2026\`, \`Sim\`, o nome do fornecedor ou da unidade. Célula em branco não diz nada do campo.`,
  ),
  ...importExamples(),
  html`<h3>Onde</h3>`,
  ...text('`accountId` está em `GET /api/v1/security/session`.'),
  table(['O quê', 'POST /api/v1/…', 'Permissão'], PLACES),
  html`<h3>O que houve com cada linha</h3>`,
  ...text('`data.rows` traz uma resposta para cada linha, na ordem do pedido; `data.counts` são os totais.'),
  table(['status', 'O que houve'], STATUSES),
  html`<h3>Regras</h3>`,
  list([
    'Linhas com erro: sem `faulty`, uma linha errada recusa o pedido todo, com 422 e até 200 células em `fields` (`rows.1.dueDate`: a primeira linha é 0). Com `"faulty": "SKIP"` as demais são gravadas e as erradas voltam como `FAILED`. Um documento com uma parcela errada fica fora inteiro.',
    'Com `"dryRun": true` nada é gravado: a resposta diz o que cada linha seria, com todos os erros.',
    'O que já existe é achado pelo código, pelo CPF ou CNPJ ou pelo nome; contas a pagar e a receber por fornecedor ou cliente, documento, vencimento e valor. Mandar a mesma planilha de novo não muda nada. `"existing": "KEEP"` deixa como está o que difere.',
    '`createMissing` lista os campos cujos nomes desconhecidos são criados: `["partner"]`, `["unit", "brands"]`. Sem ele, a linha é recusada.',
    'Mande `Idempotency-Key`: se a conexão cair, repita o pedido com a mesma chave, e a resposta é a mesma.',
    '`importId` desfaz: `POST …/import/{importId}/undo`. O que mudou ou foi usado desde então fica, e a resposta diz por quê.',
    `Uma célula tem até ${formatCount(MAX_IMPORT_CELL)} letras e o pedido até ${MAX_IMPORT_BYTES / 1024 / 1024} MB; com mais linhas, mande várias partes, uma depois da outra. Por GraphQL o pedido é de até 256 KiB.`,
    'O token precisa gravar, também para conferir com `dryRun`. O histórico de cada registro diz o nome do token e o do arquivo.',
  ]),
  html`<h3>Um pedido recusado</h3>`,
  code(REFUSED),
];
