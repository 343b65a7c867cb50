import { isAccessKey, isServiceKey } from '#domain/accessKey.ts';
import { dayOf, oneOf, plainText, requiredText } from '../nfe/fields.ts';
import { refusal, refuse } from '../nfe/refusals.ts';
import { leaves, readXmlTree, type Node, type Shape } from '../xmlTree.ts';
import type { Cancellation } from './types.ts';

const OF_GOODS = 'http://www.portalfiscal.inf.br/nfe';
const OF_SERVICES = 'http://www.sped.fazenda.gov.br/nfse';

/** Cancellation, and cancellation by another nota that takes its place. */
const CANCELS = ['110111', '110112'];
/** The same of NFS-e, with those that a tax office decides. */
const SERVICE_CANCELS = ['e101101', 'e105102', 'e105104', 'e305101'];
/** Registered with the nota, apart from it, and after its time. */
const REGISTERED = ['135', '136', '155'];

const OTHER: Readonly<Record<string, string>> = {
  '110110': 'uma carta de correção',
  '110140': 'um evento de contingência',
  '210200': 'uma confirmação da operação',
  '210210': 'uma ciência da operação',
  '210220': 'um desconhecimento da operação',
  '210240': 'uma operação não realizada',
};

const LIMITS = { maxText: 2_000, maxDepth: 32, maxNodes: 5_000, maxElements: 5_000 } as const;

const GOODS: Shape = {
  evento: { infEvento: leaves('chNFe', 'tpEvento', 'dhEvento', 'tpAmb') },
  retEvento: { infEvento: leaves('cStat', 'chNFe', 'tpEvento') },
};
const SERVICES: Shape = {
  infEvento: {
    ...leaves('dhProc'),
    pedRegEvento: { infPedReg: { ...leaves('tpAmb', 'chNFSe', 'dhEvento'), '*': {} } },
  },
};

const treeOf = (text: Buffer, shape: Shape, namespace: string): Promise<Node> => {
  const isRead = (one: string) => one === namespace || one === '';
  return readXmlTree(text, { shape, root: () => undefined, reads: isRead, attributes: ['Id'], ...LIMITS, refuse });
};

const WHAT = 'o evento';
const KEY = 'A chave de acesso do evento não é válida.';
const TRIAL = 'Este evento foi registrado em homologação: é um teste, sem valor fiscal.';

const other = (event: string): Error =>
  refusal(`Este arquivo é ${OTHER[event] ?? 'um evento'}, não o XML de uma nota.`);

/** Reads an event of an NF-e (`procEventoNFe`). @throws ServiceError 422 for any but a registered cancellation */
export const readEvent = async (text: Buffer): Promise<Cancellation> => {
  const root = await treeOf(text, GOODS, OF_GOODS);
  const inf = oneOf(oneOf(root, 'evento', WHAT), 'infEvento', WHAT);
  const event = requiredText(inf, 'tpEvento', 'o tipo do evento', 10);
  if (!CANCELS.includes(event)) throw other(event);
  const accessKey = requiredText(inf, 'chNFe', 'a chave de acesso');
  if (!isAccessKey(accessKey)) throw refusal(KEY);
  if (plainText(inf, 'tpAmb') !== '1') throw refusal(TRIAL);
  const answer = root.children.find(({ name }) => name === 'retEvento');
  const registered = answer && oneOf(answer, 'infEvento', WHAT);
  const state = plainText(registered, 'cStat');
  if (state === null || !REGISTERED.includes(state) || plainText(registered, 'chNFe') !== accessKey)
    throw refusal('Este cancelamento não está registrado na SEFAZ.');
  const day = requiredText(inf, 'dhEvento', 'a data do evento');
  return { accessKey, event, date: dayOf(day, 'a data do evento', 'dhEvento') };
};

/** Reads an event of an NFS-e (`evento`). @throws ServiceError 422 for any but a cancellation */
export const readServiceEvent = async (text: Buffer): Promise<Cancellation> => {
  const root = await treeOf(text, SERVICES, OF_SERVICES);
  const inf = oneOf(root, 'infEvento', WHAT);
  const asked = oneOf(oneOf(inf, 'pedRegEvento', WHAT), 'infPedReg', WHAT);
  const event = asked.children.find(({ name }) => /^e\d{6}$/.test(name))?.name ?? '';
  if (!SERVICE_CANCELS.includes(event)) throw other(event);
  const accessKey = requiredText(asked, 'chNFSe', 'a chave de acesso');
  if (!isServiceKey(accessKey)) throw refusal(KEY);
  if (plainText(asked, 'tpAmb') !== '1') throw refusal(TRIAL);
  const day = requiredText(inf, 'dhProc', 'a data do evento');
  return { accessKey, event, date: dayOf(day, 'a data do evento', 'dhProc') };
};
