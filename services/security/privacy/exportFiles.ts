import { workbookOfSheets } from '#domain/files/workbook.ts';
import { PERMISSION_LABELS } from '#domain/permissions.ts';
import { PRODUCT_NAME } from '#domain/product.ts';
import { STYLES } from '../../platform/workbooks/cells.ts';
import { sheetOf, type Column } from '../../platform/workbooks/rowsSheet.ts';
import type { ArchiveEntry } from '../../platform/zipStream.ts';
import { KEPT_LISTS, type KeptRow } from './keptLists.ts';
import type { PersonalData } from './personalData.ts';

/** An instant as it is read in São Paulo, or in the user's own zone. */
const reader = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return (instant: string | null): string => (instant === null ? '' : format.format(new Date(instant)));
};

/** XLSX has no cell of more characters. */
const LONGEST_CELL = 32_000;
const cell = (value: unknown): string =>
  (value === null || value === undefined ? '' : JSON.stringify(value)).slice(0, LONGEST_CELL);

const yesNo = (value: boolean): string => (value ? 'sim' : 'não');

/** A field of a kept list: instants are named as instants are, "usedAt". */
const keptText = (field: string, value: KeptRow[string], told: (instant: string | null) => string): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return yesNo(value);
  return field.endsWith('At') ? told(String(value)) : String(value).slice(0, LONGEST_CELL);
};

const profileRows = ({ profile }: PersonalData, told: (instant: string | null) => string): [string, string][] => [
  ['Nome', profile.name],
  ['Login', profile.login],
  ['Novo login, à espera de confirmação', profile.newLogin ?? ''],
  ['Conta', profile.account],
  ['Administrador', profile.admin ? 'Sim' : 'Não'],
  ['Fuso horário', profile.timeZone],
  ['Cadastrado em', told(profile.createdAt)],
  ['E-mail confirmado em', told(profile.emailConfirmedAt)],
  ['No diretório da organização', profile.directory ?? ''],
];

const workbookOf = (data: PersonalData): Buffer => {
  const told = reader(data.profile.timeZone);
  const heading = (what: string): string => `${what} · ${data.profile.name}`;
  const sheet = <Row>(name: string, rows: readonly Row[], columns: readonly Column<Row>[]) =>
    sheetOf(name, heading(name), rows, columns);
  return Buffer.concat(
    workbookOfSheets(
      [
        sheet('Cadastro', profileRows(data, told), [
          { title: 'Campo', width: 36, text: ([name]) => name },
          { title: 'Valor', width: 44, text: ([, value]) => value },
        ]),
        sheet('Permissões', data.grants, [
          { title: 'Empresa', width: 32, text: ({ company }) => company },
          { title: 'Obra', width: 32, text: ({ building }) => building ?? 'Sem obra' },
          { title: 'Permissão', width: 20, text: ({ permission }) => PERMISSION_LABELS[permission] },
        ]),
        sheet('Sessões', data.logins, [
          { title: 'Entrou em', width: 22, text: ({ at }) => told(at) },
          { title: 'Valia até', width: 22, text: ({ expiresAt }) => told(expiresAt) },
          { title: 'Encerrado em', width: 22, text: ({ endedAt }) => told(endedAt) },
          { title: 'Endereço', width: 20, text: ({ address }) => address },
          { title: 'Navegador', width: 60, text: ({ userAgent }) => userAgent },
        ]),
        sheet('Registro de acessos', data.accesses, [
          { title: 'Quando', width: 22, text: ({ at }) => told(at) },
          { title: 'O que', width: 22, text: ({ kind }) => kind },
          { title: 'Vezes', width: 10, text: ({ times }) => String(times) },
          { title: 'Endereço', width: 20, text: ({ address }) => address },
          { title: 'Navegador', width: 60, text: ({ userAgent }) => userAgent },
        ]),
        sheet('Chaves de acesso', data.passkeys, [
          { title: 'Nome', width: 36, text: ({ name }) => name },
          { title: 'Criada em', width: 22, text: ({ at }) => told(at) },
          { title: 'Último uso', width: 22, text: ({ lastUsedAt }) => told(lastUsedAt) },
          { title: 'Sincronizada', width: 14, text: ({ synced }) => yesNo(synced) },
        ]),
        sheet('O que você fez', data.history, [
          { title: 'Quando', width: 22, text: ({ at }) => told(at) },
          { title: 'Ação', width: 18, text: ({ action }) => action },
          { title: 'Registro', width: 24, text: ({ entity, entityId }) => (entity ? `${entity} ${entityId}` : '') },
          { title: 'Detalhes', width: 60, text: ({ details }) => cell(details) },
        ]),
        sheet('Parceiros abertos', data.views, [
          { title: 'Parceiro', width: 36, text: ({ partner }) => partner },
          { title: 'Primeira vez no dia', width: 22, text: ({ firstAt }) => told(firstAt) },
          { title: 'Última vez no dia', width: 22, text: ({ lastAt }) => told(lastAt) },
          { title: 'Vezes', width: 10, text: ({ times }) => String(times) },
        ]),
        sheet('Comentários', data.comments, [
          { title: 'Quando', width: 22, text: ({ at }) => told(at) },
          { title: 'Lançamento', width: 14, text: ({ transactionId }) => String(transactionId) },
          { title: 'Texto', width: 80, text: ({ text }) => text ?? 'Removido' },
        ]),
        sheet('Mensagens', data.messages, [
          { title: 'Quando', width: 22, text: ({ at }) => told(at) },
          { title: 'De', width: 14, text: ({ from }) => (from === 'USER' ? 'Você' : 'Assistente') },
          { title: 'Texto', width: 80, text: ({ text }) => text },
          { title: 'Resposta', width: 60, text: ({ answer }) => cell(answer) },
        ]),
        sheet('E-mails', data.mails, [
          { title: 'Pedido em', width: 22, text: ({ at }) => told(at) },
          { title: 'Assunto', width: 28, text: ({ kind }) => kind },
          { title: 'Endereço', width: 36, text: ({ address }) => address ?? data.profile.login },
          { title: 'Enviado em', width: 22, text: ({ sentAt }) => told(sentAt) },
        ]),
        ...KEPT_LISTS.map(({ name, title, when, columns }) =>
          sheet(title, data.kept[name], [
            { title: when, width: 22, text: ({ at }) => told(at) },
            ...Object.entries(columns).map(([field, heading]) => ({
              ...{ title: heading, width: 32 },
              text: (row: KeptRow) => keptText(field, row[field] ?? null, told),
            })),
          ]),
        ),
      ],
      STYLES,
    ),
  );
};

const readme = ({ profile, leftOut }: PersonalData): string =>
  [
    `Dados que o ${PRODUCT_NAME} guarda sobre ${profile.name} (${profile.login}), na conta de ${profile.account}.`,
    '',
    'dados.xlsx: as mesmas informações em planilhas.',
    'dados.json: tudo em um arquivo, para outros programas. Instantes em UTC.',
    '',
    ...(leftOut > 0
      ? [`O histórico tem ainda ${leftOut} registros mais antigos: peça-os a quem administra a conta.`, '']
      : []),
    'Os documentos que você lançou pertencem à empresa e ficam com ela.',
    '',
  ].join('\r\n');

/** Files of what is kept about a user: for people, and for programs. */
export const exportEntries = (data: PersonalData): ArchiveEntry[] => [
  { path: 'leia-me.txt', content: Buffer.from(readme(data)) },
  { path: 'dados.xlsx', content: workbookOf(data) },
  { path: 'dados.json', content: Buffer.from(JSON.stringify(data, null, 2)) },
];
