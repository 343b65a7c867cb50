import { fileKindOf, type FileKind } from '../http/fileKind.ts';
import { decodeXml } from '../nfe/decode.ts';
import { MAX_NFE_BYTES, readNfe } from '../nfe/read.ts';
import { refusal, refuse } from '../nfe/refusals.ts';
import { readEvent, readServiceEvent } from './events.ts';
import { readNfse } from './nfse.ts';
import type { FiscalXml } from './types.ts';

const not = (what: string): string => `Este arquivo é ${what}, não o XML de uma NF-e ou NFS-e.`;

const KINDS: Readonly<Record<FileKind, string>> = {
  PDF: 'um PDF (o DANFE, talvez)',
  ZIP: 'um ZIP ou uma planilha. Extraia os XMLs de dentro dele',
  IMAGE: 'uma imagem',
  PAGE: 'uma página da internet',
  JSON: 'um JSON',
};

/** What other XML documents are, by the name of their outermost element. */
const ROOTS: readonly (readonly [RegExp, string])[] = [
  [/^(cteproc|cte|cteosproc|cteos|gtve|ctesimpproc)$/i, not('um CT-e (conhecimento de transporte)')],
  [/^(mdfeproc|mdfe)$/i, not('um MDF-e (manifesto de transporte)')],
  [/^dps$/i, 'Este arquivo é uma DPS, que ainda não é nota. Baixe o XML da NFS-e.'],
  [
    /nfs-?e|^(rps|gerarnfse.*|consultarnfse.*|listanfse)$/i,
    'Esta NFS-e não é do padrão nacional. Baixe o XML no portal nacional da NFS-e.',
  ],
  [/^(procinutnfe|inutnfe|retinutnfe)$/i, not('uma inutilização de números')],
  [/^(resnfe|resevento)$/i, not('o resumo de uma nota')],
  [/^(envevento|retenvevento|retevento)$/i, not('o pedido de um evento')],
  [/^(envinfe|retenvinfe|retconsrecinfe|retconssitnfe|conssitnfe)$/i, not('uma mensagem à SEFAZ')],
  [/^html$/i, not('uma página da internet')],
  [/^svg$/i, not('um desenho')],
];

/** Name and text of the first start tag, past declaration and comments. */
const rootOf = (text: Buffer): { name: string; tag: string } | null => {
  const head = text.subarray(0, 4_096).toString('utf8');
  const bare = head.replace(/<\?[^]*?\?>/g, '').replace(/<!--[^]*?-->/g, '');
  const tag = /<(?:[\w.-]{1,40}:)?([A-Za-z][\w.-]{0,60})(?=[\s/>])[^>]{0,2000}/.exec(bare);
  return tag?.[1] === undefined ? null : { name: tag[1], tag: tag[0] };
};

/**
 * Reads the XML of an NF-e, of an NFS-e of the national standard, or of the cancellation of one.
 * @throws ServiceError 422 at `file` with one sentence that says what is wrong or missing, or what the file is instead
 */
export const readFiscalXml = async (content: Buffer): Promise<FiscalXml> => {
  if (content.length === 0) throw refuse('empty');
  if (content.length > MAX_NFE_BYTES) throw refuse('size');
  const other = fileKindOf(content);
  if (other !== null) throw refusal(not(KINDS[other]));
  const text = decodeXml(content);
  const root = rootOf(text);
  if (!root) throw refuse('damaged');
  if (/^(nfeProc|procNFe|NFe)$/.test(root.name)) return { kind: 'NFE', nota: await readNfe(text, 'EXPENSE') };
  if (root.name === 'NFSe') return { kind: 'NFSE', nota: await readNfse(text) };
  if (root.name === 'procEventoNFe') return { kind: 'CANCELLATION', cancellation: await readEvent(text) };
  if (root.name === 'evento' && root.tag.includes('sped.fazenda.gov.br/nfse'))
    return { kind: 'CANCELLATION', cancellation: await readServiceEvent(text) };
  throw refusal(ROOTS.find(([pattern]) => pattern.test(root.name))?.[1] ?? not('outro XML'));
};
