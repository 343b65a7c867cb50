import { WEBHOOK_PORTS } from '#domain/webhooks.ts';
import { bareHost, isLocalHost } from '../../platform/egress/addresses.ts';
import { PrivateHost, publicAddresses, UnknownHost, type Reach } from '../../platform/egress/resolve.ts';

const FORM = 'Informe o endereço que recebe os eventos, como https://sistema.exemplo.com.br/prumo.';
const PRIVATE = 'O endereço precisa ser público: o Prumo não chama redes internas.';
const UNKNOWN = 'Este endereço não existe na internet. Confira o nome.';

/** What is wrong with the text of an address; null for one that may be resolved. */
const textProblem = (url: URL | null, allowPrivate: boolean): string | null => {
  if (!url?.hostname) return FORM;
  if (url.username || url.password) return 'O endereço não pode ter usuário e senha: a assinatura diz quem chama.';
  if (url.hash) return 'O endereço não pode ter uma parte depois de #.';
  if (allowPrivate) return null;
  if (url.protocol !== 'https:') return 'O endereço precisa começar com https://.';
  if (isLocalHost(bareHost(url))) return PRIVATE;
  const port = url.port === '' ? '443' : url.port;
  return WEBHOOK_PORTS.includes(port) ? null : 'Use a porta 443 ou a 8443.';
};

/** The address of a receiver as it is stored, or the sentence that refuses it. */
export const readAddress = async (text: string, reach: Reach): Promise<{ url: string } | { problem: string }> => {
  // WHATWG: decimal, octal and hexadecimal spellings of IPv4 become the usual one here, names their ASCII form.
  const url = URL.parse(text.trim());
  const problem = textProblem(url, reach.allowPrivate);
  if (problem !== null || !url) return { problem: problem ?? FORM };
  try {
    await publicAddresses(bareHost(url), reach);
  } catch (error) {
    if (error instanceof PrivateHost) return { problem: PRIVATE };
    if (error instanceof UnknownHost) return { problem: UNKNOWN };
    throw error;
  }
  return { url: url.href };
};

/** Whether an address may be called, apart from what its name resolves to, which the connection checks. */
export const mayCall = (text: string, { allowPrivate }: Reach): boolean =>
  textProblem(URL.parse(text), allowPrivate) === null;
