import { API_LIMITS, TOKEN_DAYS, UNATTENDED_DAYS } from '#domain/apiLimits.ts';
import { formatCount } from '#domain/numberFormat.ts';
import { formatDate } from '#domain/dates.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { API_CHANGES, type ApiChange } from '#schema/platform/apiChanges.ts';
import { example } from './examples.ts';
import { importGuide } from './importGuide.ts';
import { webhooksGuide } from './webhooksGuide.ts';
import { csvGuide } from './csvGuide.ts';
import { html, type Html } from './html.ts';
import { code, list, table, text } from './parts.ts';

interface Section {
  id: string;
  title: string;
  content: Html;
}

const ERRORS = [
  [
    '400',
    '`MALFORMED`, `INVALID`',
    'Pedido que não se lê, campo que falta ou que a chamada não conhece. `fields` diz onde.',
  ],
  [
    '401',
    '`UNAUTHENTICATED`',
    'Token desconhecido, vencido, revogado, usado de um endereço que ele não permite, ou de uma conta de serviço parada.',
  ],
  [
    '403',
    '`FORBIDDEN`',
    'O token não alcança isto: outra área, gravação com token de leitura, ou algo que só pessoas fazem.',
  ],
  ['404', '`NOT_FOUND`', 'Não existe, ou está fora das empresas e obras do token: a resposta é a mesma.'],
  ['409', '`CONFLICT`', 'Outra pessoa mudou o registro (`version`), ou ele está em uso.'],
  ['422', '`RULE_BROKEN`', 'Uma regra do produto não deixa; `message` e `fields` dizem qual.'],
  ['423', '`LOCKED`', 'Outra pessoa está editando.'],
  ['429', '`TOO_MANY_REQUESTS`, `RATE_LIMITED`', 'Acima do limite. Espere os segundos de `Retry-After`.'],
  ['503', '`UNAVAILABLE`', 'O serviço está fora por instantes. Tente de novo.'],
];

const changeRow = ({ day, text: told, breaks }: ApiChange): string[] => [
  formatDate(day),
  told,
  breaks.length === 0 ? 'Nada' : breaks.map((one) => `\`${one}\``).join(', '),
];

const SECTIONS: readonly Section[] = [
  {
    id: 'primeira-chamada',
    title: 'Primeira chamada',
    content: html`${text(
        `Um administrador cria um token em Configurações, Integrações, e o copia na hora: ele aparece uma vez só. Guarde-o como uma senha. Os exemplos leem o endereço do ${PRODUCT_NAME} de \`PRUMO_URL\` e o token de \`PRUMO_TOKEN\`, variáveis de ambiente; \`PRUMO_COMPANY\` é o id de uma empresa. No Power Query os dois ficam no começo da consulta.`,
      )}
      <h3>Onde o token pode</h3>
      ${example('where')}
      <h3>Contas a pagar de um período</h3>
      ${example('payables')}
      <h3>Fornecedores, por GraphQL</h3>
      ${example('suppliers')}`,
  },
  {
    id: 'token-ou-login',
    title: 'Token ou login',
    content: html`${text(
      'Programas usam um token, no cabeçalho `Authorization: Bearer prm_…`, em REST e em GraphQL. Login e senha são de pessoas: a sessão delas dura 8 horas e pode pedir um segundo fator.',
    )}${list([
      'Um token lê, ou lê e grava. Só de leitura: toda chamada que grava responde 403.',
      'Ele vale para áreas: financeiro (despesas e receitas), suprimentos, engenharia.',
      'Ele age em nome de quem o criou, ou de uma conta de serviço.',
      'Ele vale para empresas e obras escolhidas, ou para todas em que pode aquele em nome de quem age.',
      'Ele nunca pode mais do que esse pode naquele instante, e para com o acesso dele.',
      'O que é de administradores (fluxo de caixa, demonstrativo de resultado, usuários, acesso) e da própria conta de uma pessoa não se faz por token.',
      `Ele vence no dia escolhido, no máximo ${TOKEN_DAYS.most} dias depois, e pode ser preso a endereços IP.`,
      'O que um token grava fica no histórico com o nome dele. Assinaturas (subscription) são só de pessoas.',
    ])}`,
  },
  {
    id: 'contas-de-servico',
    title: 'Contas de serviço',
    content: html`${text(
      'O token de uma pessoa para quando o acesso dela acaba. Para um programa da empresa que não pode parar, como o Power BI da diretoria, crie antes uma conta de serviço em Configurações, Usuários, e depois o token, com ela em “Em nome de”.',
    )}${list([
      'Ela tem nome, permissões por empresa e obra, como as de uma pessoa, e um responsável. Ninguém entra com ela: não tem e-mail, senha nem segundo fator, nunca administra e não recebe mensagens.',
      'O token pode o que ela pode naquele instante, cortado pelas áreas e obras do token, mesmo que quem o criou perca o acesso. Desativar ou excluir a conta o encerra.',
      `Quando o responsável perde o acesso, os administradores são avisados e os tokens valem por mais ${UNATTENDED_DAYS} dias. Depois desse dia respondem 401 até que outra pessoa seja escolhida.`,
      'No histórico aparecem a conta, o token e quem o criou. Pedidos e cotações que ela cria ficam sem comprador, a não ser que o programa diga uma pessoa.',
      'Em `GET /api/v1/security/session` o usuário é a conta de serviço. Na lista de usuários, que só administradores leem, ela tem `service: true`, `responsible` e `tokensUntil`, o último dia dos tokens sem responsável.',
    ])}`,
  },
  {
    id: 'permissoes',
    title: 'Permissões',
    content: html`${text(
      'As permissões são por obra: despesas, receitas, compras, engenharia. Linhas de obras que o token não alcança não aparecem nas listas nem entram nas somas. Linhas sem obra contam para quem alcança a empresa toda. Na referência, cada chamada diz o que ela é para tokens: leitura, escrita ou nenhuma.',
    )}`,
  },
  {
    id: 'listas',
    title: 'Páginas, ordem e filtros',
    content: html`${text(
      'Toda lista REST aceita `page` (a partir de 0), `size` e `sort`, e responde `content`, `number`, `size`, `last` e `totalElements` dentro de `data`. Sem `size` vêm todas as linhas, no máximo 10.000: para ler tudo, prefira páginas de 100 até `last`.',
    )}${list([
      '`sort=dueDate` ordena crescente, `sort=dueDate:desc` decrescente; vírgula separa vários campos.',
      '`search=areia fina` acha as palavras em qualquer ordem, sem acentos.',
      '`ids=1,2,3` traz só estes. Os demais filtros são igualdades e períodos (`from`, `to`) que a referência lista.',
      'Um filtro que a lista não conhece é recusado com 400, nunca ignorado.',
      'Em GraphQL são os argumentos `page`, `size`, `sort` e `filter`; sem `size` vêm 50 linhas.',
    ])}`,
  },
  {
    id: 'so-o-que-mudou',
    title: 'Ler só o que mudou',
    content: html`${text(
      'Para manter uma cópia, não releia listas inteiras: peça `changedSince`. Comece com `0`, que traz tudo, e depois mande sempre o último `cursor`. Os filtros da lista valem; a ordem é a das mudanças, e `size` é no máximo 1.000.',
    )}${code(
      'GET /api/v1/financial/company/1/debit?changedSince=0\n\n{ "content": […], "changes": { "cursor": "MS4x…", "more": true, "deleted": [17, 42] } }',
    )}${list([
      'Grave as linhas de `content`, apague as de `deleted` e guarde `cursor`, tudo junto. Com `more`, peça a seguinte já; sem, mais tarde.',
      '`deleted` são linhas excluídas, ou que não passam mais pelos filtros ou pelas permissões; entre elas pode haver ids que você não tem.',
      'Uma linha pode vir de novo sem diferença. O que uma gravação ainda em andamento muda vem quando ela termina: nada se perde.',
      'O que só depende do dia (`overdue`), do mês encerrado (`closedMonth`) ou do nome de outro registro não é mudança desta linha: leia o nome na lista dele.',
      'Um cursor vale para a mesma lista com os mesmos filtros. Se as permissões do token mudam ou o banco é restaurado, a resposta é 400 em `changedSince`: apague a cópia desta lista e comece de novo com `0`.',
      'Toda lista por páginas cuja referência mostra `changedSince` o aceita. Em GraphQL ele não existe ainda.',
    ])}`,
  },
  { id: 'csv', title: 'CSV para planilhas e BI', content: html`${csvGuide()}` },
  {
    id: 'valores-e-datas',
    title: 'Valores e datas',
    content: html`${list([
      'Dinheiro e quantidades são texto com ponto: `"1234.50"`. Some com decimais (Decimal no Python, decimal.js), nunca com ponto flutuante.',
      'Dias são `AAAA-MM-DD`, sem hora. Instantes são ISO 8601 em UTC: `2026-11-20T15:00:00.000Z`.',
      'O dia de hoje é o de São Paulo.',
      'Em REST ids são números; em GraphQL, texto. `-1` no lugar de uma obra quer dizer sem obra.',
    ])}`,
  },
  {
    id: 'gravar',
    title: 'Gravar',
    content: html`${list([
      'Um comando vale inteiro ou não vale. Mande `Idempotency-Key` com um texto seu: repetido com a mesma chave, ele não grava de novo e responde o mesmo.',
      'Mande de volta a `version` que leu: se alguém mudou o registro no meio-tempo, a resposta é 409. Sem ela, a última gravação vale.',
      'Campos que a chamada não conhece são recusados com 400.',
    ])}`,
  },
  { id: 'gravar-muitas-linhas', title: 'Gravar muitas linhas', content: html`${importGuide()}` },
  {
    id: 'erros',
    title: 'Erros',
    content: html`${code(
      '{\n  "status": 422,\n  "error": "RULE_BROKEN",\n  "message": "Já existe uma marca com este nome.",\n  "fields": [{ "path": "name", "message": "Já existe uma marca com este nome." }],\n  "requestId": "…"\n}',
    )}${text('Em GraphQL os mesmos dados estão em `errors[].message` e `errors[].extensions`. Ao pedir ajuda, informe o `requestId`.')}${table(
      ['Status', 'error', 'O que houve'],
      ERRORS,
    )}`,
  },
  {
    id: 'limites',
    title: 'Limites',
    content: html`${text(
      `Cada token tem ${formatCount(API_LIMITS.minutePoints)} pontos por minuto. Uma chamada REST custa ${API_LIMITS.callPoints}; uma operação GraphQL custa 500, mais um ponto por linha que pode trazer, mais quatro por letra na primeira vez que o texto é visto. A conta inteira tem, por dia, ${formatCount(API_LIMITS.dayPoints)} pontos de GraphQL, ${formatCount(API_LIMITS.dayCalls)} chamadas REST e ${formatCount(API_LIMITS.dayFiles)} arquivos CSV; a tela Integrações mostra o uso.`,
      'Toda resposta a um token diz o que sobra:',
    )}${code('RateLimit-Policy: "minute";q=600000;w=60\nRateLimit: "minute";r=598500;t=42\nX-Prumo-Cost: 500')}${text(
      '`r` são os pontos que sobram, `t` os segundos até o minuto recomeçar. Acima do limite a resposta é 429, com `Retry-After` em segundos. A de um arquivo CSV diz também, como `"csv-day"`, quantos arquivos sobram do dia.',
    )}`,
  },
  { id: 'webhooks', title: 'Webhooks', content: html`${webhooksGuide()}` },
  {
    id: 'mudancas',
    title: 'Mudanças',
    content: html`${text(
      'Campos, chamadas e valores novos aparecem sem aviso: ignore o que não conhece. O que sai é marcado antes como obsoleto, com o dia em que sai, ao menos 90 dias depois.',
    )}${table(['Dia', 'O que mudou', 'O que deixa de funcionar'], API_CHANGES.map(changeRow))}`,
  },
];

export const GUIDE_LINKS = SECTIONS.map(({ id, title }) => ({ href: `/docs#${id}`, label: title }));

/** How to write a program, in the order in which one does. */
export const guide = (): Html =>
  html`<h1>API do ${PRODUCT_NAME}</h1>
    <p class="lead">Como outros programas leem e gravam dados: REST, GraphQL e tokens.</p>
    ${SECTIONS.map(
      ({ id, title, content }) =>
        html`<h2 id="${id}">${title}</h2>
          ${content}`,
    )}`;
