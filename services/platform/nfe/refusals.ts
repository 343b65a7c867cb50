import { ruleBroken } from '../errors.ts';

const AGAIN = 'Baixe o XML da nota de novo e envie o arquivo original.';

const SENTENCES = {
  entities: 'O arquivo traz declarações de entidades ou programas, que uma NF-e não tem. Nada foi lido.',
  damaged: `O arquivo está danificado, ou não é XML. ${AGAIN}`,
  large: 'O arquivo é grande demais para uma NF-e.',
  size: 'O arquivo passa de 2 MB.',
  empty: 'O arquivo está vazio.',
  encoding: `O arquivo não está na codificação de texto que declara. ${AGAIN}`,
} as const;

/** A refusal of a file with one sentence. */
export const refusal = (message: string) => ruleBroken(message, [{ path: 'file', message }]);
export const refuse = (reason: keyof typeof SENTENCES) => refusal(SENTENCES[reason]);

const not = (what: string): string => `Este arquivo é ${what}, não o XML de uma NF-e.`;

/** What a file is by its first bytes, where it is no XML. */
export const kindByBytes = (content: Buffer): string | null => {
  const start = content
    .subarray(0, 512)
    .toString('latin1')
    .replace(/^[\s\u00ef\u00bb\u00bf]+/, '');
  if (start.startsWith('%PDF')) return not('um PDF (o DANFE, talvez)');
  if (start.startsWith('PK\u0003\u0004')) return not('um ZIP ou uma planilha. Extraia os XMLs de dentro dele');
  if (/^(\u0089PNG|\u00ff\u00d8\u00ff|GIF8|RIFF)/.test(start)) return not('uma imagem');
  if (/^<!doctype html|^<html/i.test(start)) return not('uma página da internet');
  if (/^[{[]/.test(start)) return not('um JSON');
  return null;
};

/** What other XML documents are, by the name of their outermost element. */
const ROOTS: readonly (readonly [RegExp, string])[] = [
  [/^(cteproc|cte|cteosproc|cteos|gtve|ctesimpproc)$/i, 'um CT-e (conhecimento de transporte)'],
  [/^(mdfeproc|mdfe)$/i, 'um MDF-e (manifesto de transporte)'],
  [/nfs-?e|^(rps|compnfse|gerarnfse.*|consultarnfse.*|listanfse|dps)$/i, 'uma NFS-e (nota de serviço)'],
  [
    /^(procevento.*|evento|envevento|retenvevento|retevento)$/i,
    'um evento (cancelamento ou carta de correção, por exemplo)',
  ],
  [/^(procinutnfe|inutnfe|retinutnfe)$/i, 'uma inutilização de números'],
  [/^(resnfe|resevento)$/i, 'o resumo de uma nota'],
  [/^(envinfe|retenvinfe|retconsrecinfe|retconssitnfe|conssitnfe)$/i, 'uma mensagem à SEFAZ'],
  [/^html$/i, 'uma página da internet'],
  [/^svg$/i, 'um desenho'],
];

export const foreignRoot = (name: string) =>
  refusal(not(ROOTS.find(([pattern]) => pattern.test(name))?.[1] ?? 'outro XML'));
