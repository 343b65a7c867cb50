import { TOKEN_ENDS_SOON, type ApiArea } from '#domain/apiLimits.ts';
import { addDays, formatDate } from '#domain/dates.ts';
import { counted } from '#domain/numberFormat.ts';
import { dayOf, timeOf, today } from '#web/ui/index.ts';
import type { ApiToken } from './model.ts';

export const AREA_NAMES: Readonly<Record<ApiArea, string>> = {
  FINANCIAL: 'financeiro',
  PURCHASE: 'suprimentos',
  ENGINEERING: 'engenharia',
};

export const ACCESS_NAMES = { READ: 'Leitura', READ_WRITE: 'Leitura e escrita' } as const;

/** "prm_…4xQ2": enough to recognise a token, and no token. */
export const shortOf = ({ lastFour }: Pick<ApiToken, 'lastFour'>): string => `prm_…${lastFour}`;

/** For whom a token acts, or why it is refused meanwhile. */
export const actorText = ({ serviceAccount, madeBy, makerActive }: ApiToken): string => {
  if (!serviceAccount) return makerActive ? `de ${madeBy}` : `não vale: ${madeBy} está sem acesso`;
  const { name, active, tokensUntil } = serviceAccount;
  if (!active) return `não vale: ${name} está desativada`;
  if (!tokensUntil) return `em nome de ${name}, criado por ${madeBy}`;
  return tokensUntil < today()
    ? `parado: ${name} está sem responsável`
    : `em nome de ${name}, sem responsável: vale até ${formatDate(tokensUntil)}`;
};

const placeName = ({ companyName, buildingName }: NonNullable<ApiToken['places']>[number]): string =>
  buildingName ?? companyName;

/** "todas as obras", "Vila das Ipês", "3 obras". */
export const placesText = ({ places }: Pick<ApiToken, 'places'>): string => {
  if (!places) return 'todas as obras';
  const [only, ...others] = places;
  if (!only) return 'nenhuma: foram excluídas';
  if (others.length === 0) return placeName(only);
  return places.every(({ buildingId }) => buildingId === null)
    ? counted(places.length, 'empresa')
    : counted(places.length, 'obra');
};

/** All of them, for who looks closer; undefined where the short text already says it. */
export const allPlaces = ({ places }: Pick<ApiToken, 'places'>): string | undefined =>
  places && places.length > 1 ? places.map(placeName).join(', ') : undefined;

const MINUTE = 60_000;

/** "há 12 min", "hoje, 07:02", "ontem", "18/11/2026", "nunca". */
export const usedText = (instant: string | null | undefined, now = Date.now()): string => {
  if (!instant) return 'nunca';
  const minutes = Math.floor((now - Date.parse(instant)) / MINUTE);
  if (minutes < 1) return 'agora há pouco';
  if (minutes < 60) return `há ${minutes} min`;
  const day = dayOf(instant);
  if (day === today()) return `hoje, ${timeOf(instant)}`;
  return day === addDays(today(), -1) ? 'ontem' : formatDate(day);
};

/** When a token ends, and whether that is over or near. */
export const endOf = (expiresOn: string): { text: string; tone: 'over' | 'soon' | 'later' } => {
  const now = today();
  if (expiresOn < now) return { text: 'expirou', tone: 'over' };
  if (expiresOn === now) return { text: 'hoje', tone: 'soon' };
  for (let days = 1; days <= TOKEN_ENDS_SOON; days += 1) {
    if (expiresOn === addDays(now, days)) return { text: `em ${counted(days, 'dia')}`, tone: 'soon' };
  }
  return { text: formatDate(expiresOn), tone: 'later' };
};
