import { isEmail, normalizeEmail } from '#domain/email.ts';
import { domainOf } from '#domain/emailDomains.ts';
import { normalizeSpaces } from '#domain/text.ts';
import { readPath, type Condition } from './filters.ts';
import { bodyOf, lowerKeys, type Operation } from './patch.ts';
import {
  badPath,
  badSyntax,
  badValue,
  booleanOf,
  isRecord,
  readOnlyPath,
  ScimError,
  textOf,
  URN,
  wordOf,
  type Directory,
} from './protocol.ts';

/** What a directory says of a user, and the product keeps. */
export interface UserDraft {
  userName: string;
  externalId: string | null;
  /** The address at work; null where the user name is it. */
  email: string | null;
  displayName: string | null;
  formatted: string | null;
  givenName: string | null;
  familyName: string | null;
  active: boolean;
}

const BLANK: UserDraft = {
  userName: '',
  externalId: null,
  email: null,
  displayName: null,
  formatted: null,
  givenName: null,
  familyName: null,
  active: true,
};

/**
 * Attributes of RFC 7643 that the product has no place for. Directories send them as they are set up by default, so they
 * are taken and left out, as /Schemas says; what the RFC does not know is refused.
 */
const LEFT_OUT = new Set(
  [
    ...['nickName', 'profileUrl', 'title', 'userType', 'preferredLanguage', 'locale', 'timezone', 'password'],
    ...['phoneNumbers', 'ims', 'photos', 'addresses', 'entitlements', 'roles', 'x509Certificates'],
  ].map((name) => name.toLowerCase()),
);
const READ_ONLY = new Set(['id', 'meta', 'schemas', 'groups']);
const NAME_LEFT_OUT = new Set(['middlename', 'honorificprefix', 'honorificsuffix']);
const NAMES = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const;

const isWork = ({ attribute, value }: Condition): boolean => {
  if (attribute === 'primary') return String(value).toLowerCase() === 'true';
  return attribute === 'type' && String(value).toLowerCase() === 'work';
};

const addressOf = (value: unknown): string | null => {
  const text = textOf(value, 'emails.value', 254);
  if (text !== null && !isEmail(normalizeEmail(text))) throw badValue(`"${text}" não é um e-mail.`);
  return text === null ? null : normalizeEmail(text);
};

const MOST_EMAILS = 20;

/** The primary address, else that at work, else the first one. */
const chosenEmail = (value: unknown): string | null => {
  if (value === null) return null;
  const list = (Array.isArray(value) ? value : [value]).map((item) => {
    if (typeof item === 'string') return { value: item };
    if (!isRecord(item)) throw badValue('"emails" precisa ser uma lista de { value, type, primary }.');
    return lowerKeys(item);
  });
  if (list.length > MOST_EMAILS) throw badValue(`"emails" tem mais de ${MOST_EMAILS} endereços.`);
  const addresses = list.map((item): { address: string | null; primary: boolean; work: boolean } => ({
    address: addressOf(item.value),
    primary: 'primary' in item && item.primary !== null && booleanOf(item.primary, 'emails.primary'),
    work: 'type' in item && wordOf(item.type) === 'work',
  }));
  const given = addresses.filter(({ address }) => address !== null);
  const chosen = given.find(({ primary }) => primary) ?? given.find(({ work }) => work) ?? given[0];
  return chosen?.address ?? null;
};

const setName = (draft: UserDraft, sub: string | null, value: unknown): void => {
  if (sub !== null) {
    if (Object.hasOwn(NAMES, sub)) draft[NAMES[sub as keyof typeof NAMES]] = textOf(value, `name.${sub}`);
    else if (!NAME_LEFT_OUT.has(sub)) throw badPath(`name.${sub}`);
    return;
  }
  if (value === null || value === undefined) {
    draft.formatted = draft.givenName = draft.familyName = null;
    return;
  }
  if (!isRecord(value)) throw badValue('"name" precisa ser um objeto.');
  for (const [key, item] of Object.entries(lowerKeys(value))) setName(draft, key, item);
};

const setEmails = (draft: UserDraft, filter: Condition | null, sub: string | null, value: unknown): void => {
  // The product keeps one address: that of another kind has no place.
  if (filter && !isWork(filter) && !(filter.attribute === 'value' && filter.value === draft.email)) return;
  if (sub === null) draft.email = value === undefined ? null : chosenEmail(value);
  else if (sub === 'value') draft.email = addressOf(value);
  else if (!['type', 'primary', 'display'].includes(sub)) throw badPath(`emails.${sub}`);
};

const setPlain = (draft: UserDraft, attribute: string, value: unknown): boolean => {
  if (attribute === 'username') {
    const text = textOf(value, 'userName', 254);
    if (text === null) throw badValue('Falta "userName".');
    draft.userName = text;
  } else if (attribute === 'externalid') draft.externalId = textOf(value, 'externalId');
  else if (attribute === 'displayname') draft.displayName = textOf(value, 'displayName');
  else if (attribute === 'active') draft.active = booleanOf(value, 'active');
  else return false;
  return true;
};

/** Sets what a path names; `undefined` takes it away. `named` is false for the keys of a whole body. */
const setPath = (draft: UserDraft, text: string, value: unknown, named: boolean): void => {
  const refuse = named ? badPath(text) : badSyntax(`Não há o atributo "${text.slice(0, 200)}".`);
  // An extension as a whole, by its name alone.
  if (text.toLowerCase() === URN.enterprise.toLowerCase()) return;
  const path = readPath(text);
  if (!path) throw refuse;
  const { schema, attribute, filter, sub } = path;
  if (schema === URN.enterprise.toLowerCase()) return;
  if (schema !== null && schema !== URN.user.toLowerCase()) throw refuse;
  if (attribute === 'name' && !filter) return setName(draft, sub, value);
  if (attribute === 'emails') return setEmails(draft, filter, sub, value);
  if (LEFT_OUT.has(attribute)) return;
  if (READ_ONLY.has(attribute)) {
    if (named) throw readOnlyPath(text);
    return;
  }
  if (filter || sub !== null || !setPlain(draft, attribute, value)) throw refuse;
};

/** Reads a whole resource; on a replacement `active` stays when it is not said. */
export const readUser = (body: unknown, before?: UserDraft): UserDraft => {
  const draft = { ...BLANK, active: before?.active ?? true };
  for (const [key, value] of Object.entries(bodyOf(body, URN.user))) setPath(draft, key, value, false);
  if (draft.userName === '') throw badValue('Falta "userName".');
  return draft;
};

/** Returns the user after the operations of a PATCH. */
export const patchUser = (before: UserDraft, operations: readonly Operation[]): UserDraft => {
  const draft = { ...before };
  for (const { op, path, value } of operations) {
    if (path !== null) {
      setPath(draft, path, op === 'remove' ? undefined : value, true);
      continue;
    }
    if (!isRecord(value)) throw badSyntax('Sem "path", "value" precisa ser um objeto.');
    // Entra and Okta name several attributes at once; the keys are paths.
    for (const [key, item] of Object.entries(value)) setPath(draft, key, item, false);
  }
  return draft;
};

/**
 * The login of the user. One that stays is not looked at again: who leaves is let go whatever became of the domain.
 *
 * @throws ScimError unless it is an address of the domain that the organization has proven
 */
export const loginOf = ({ email, userName }: UserDraft, { domain, trusted }: Directory, before?: string): string => {
  const address = normalizeEmail(email ?? userName);
  if (address === before) return address;
  if (!isEmail(address)) throw badValue('"userName" ou o e-mail de trabalho precisa ser um endereço de e-mail.');
  if (domainOf(address) !== domain) {
    throw badValue(`O endereço ${address} não é de ${domain}, o domínio que a organização comprovou.`);
  }
  if (!trusted)
    throw new ScimError(403, `O registro que comprova ${domain} sumiu do DNS: ninguém novo é aceito até que volte.`);
  return address;
};

const LONGEST_NAME = 120;

/** The name that the product shows; without one, the name that there is stays. */
export const shownName = (draft: UserDraft, login: string, before?: string): string => {
  const parts = normalizeSpaces(`${draft.givenName ?? ''} ${draft.familyName ?? ''}`);
  const name = draft.displayName ?? draft.formatted ?? (parts || before || (login.split('@')[0] ?? login));
  // No half of a letter stays where it is cut: the database refuses one.
  return normalizeSpaces(name)
    .slice(0, LONGEST_NAME)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
};
