import { ruleBroken } from '../errors.ts';
import { fileKindOf, type FileKind } from '../http/fileKind.ts';

const AGAIN = 'Baixe o XML da nota de novo e envie o arquivo original.';

const SENTENCES = {
  entities: 'O arquivo traz declarações de entidades ou programas, que uma nota fiscal não tem. Nada foi lido.',
  damaged: `O arquivo está danificado, ou não é XML. ${AGAIN}`,
  large: 'O arquivo é grande demais para uma nota fiscal.',
  size: 'O arquivo passa de 2 MB.',
  empty: 'O arquivo está vazio.',
  encoding: `O arquivo não está na codificação de texto que declara. ${AGAIN}`,
} as const;

/** A refusal of a file with one sentence. */
export const refusal = (message: string) => ruleBroken(message, [{ path: 'file', message }]);
export const refuse = (reason: keyof typeof SENTENCES) => refusal(SENTENCES[reason]);

const not = (what: string): string => `Este arquivo é ${what}, não o XML de uma NF-e.`;

const KINDS: Readonly<Record<FileKind, string>> = {
  PDF: 'um PDF (o DANFE, talvez)',
  ZIP: 'um ZIP ou uma planilha. Extraia os XMLs de dentro dele',
  IMAGE: 'uma imagem',
  PAGE: 'uma página da internet',
  JSON: 'um JSON',
};

/** What a file is by its first bytes, where it is no XML. */
export const kindByBytes = (content: Buffer): string | null => {
  const kind = fileKindOf(content);
  return kind && not(KINDS[kind]);
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
