import { API_AREAS, TOKEN_DAYS, type ApiArea } from '#domain/apiLimits.ts';
import { addDays, type IsoDate } from '#domain/dates.ts';
import { isRecord, isText } from '#web/client/storage.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { ApiTokenInput, ApiTokenRowFragment, TokenPlacesQuery } from '#web/generated/security.ts';
import { today, type Option } from '#web/ui/index.ts';

export type ApiToken = ApiTokenRowFragment;

export interface TokenForm {
  name: string;
  /** Id of the service account that it acts for; SELF: for its maker. */
  serviceAccountId: string;
  access: 'READ' | 'READ_WRITE';
  areas: readonly ApiArea[];
  /** Keys of places, as `placeOptions` makes them; none: everywhere. */
  places: readonly string[];
  expiresOn: IsoDate | '';
  /** As typed: one address or network in each line. */
  networks: string;
}

/** A token acts for whoever makes it. */
export const SELF = 'SELF';

export const KEPT_TOKEN = 'integrations.token';

export const newForm = (): TokenForm => ({
  name: '',
  serviceAccountId: SELF,
  access: 'READ',
  areas: [],
  places: [],
  expiresOn: addDays(today(), TOKEN_DAYS.proposed),
  networks: '',
});

const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/** What was typed before the page was left for the provider that asks who one is. */
export const isTokenForm = (value: unknown): value is TokenForm =>
  isRecord(value) &&
  [value.name, value.serviceAccountId, value.expiresOn, value.networks].every(isText) &&
  (value.access === 'READ' || value.access === 'READ_WRITE') &&
  isTexts(value.places) &&
  isTexts(value.areas) &&
  value.areas.every((area) => API_AREAS.some((known) => known === area));

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const dayProblem = (day: IsoDate | ''): string | null => {
  if (day === '') return 'Informe até quando o token vale';
  const now = today();
  return day >= now && day <= addDays(now, TOKEN_DAYS.most) ? null : `De hoje até ${TOKEN_DAYS.most} dias depois`;
};

export const problemsOf = (form: TokenForm): Problems => {
  const day = dayProblem(form.expiresOn);
  return {
    ...(form.name.trim() === '' && { name: 'Informe o nome do token' }),
    ...(form.areas.length === 0 && { areas: 'Escolha ao menos uma área' }),
    ...(day !== null && { expiresOn: day }),
    ...(linesOf(form.networks).length > 20 && { networks: 'No máximo 20 endereços' }),
  };
};

const placeOf = (key: string): { companyId: string; buildingId: string | null } => {
  const [companyId = '', buildingId] = key.split('/');
  return { companyId, buildingId: buildingId ?? null };
};

export const inputOf = ({
  name,
  serviceAccountId,
  access,
  areas,
  places,
  expiresOn,
  networks,
}: TokenForm): ApiTokenInput => ({
  name,
  serviceAccountId: serviceAccountId === SELF ? null : serviceAccountId,
  access,
  areas: [...areas],
  places: places.length === 0 ? null : places.map(placeOf),
  expiresOn,
  networks: linesOf(networks),
});

/** A company as a whole, then its buildings; inactive ones are left out. */
export const placeOptions = (companies: NonNullable<TokenPlacesQuery['grantableCompanies']>): Option[] =>
  companies
    .filter(({ active }) => active)
    .flatMap(({ id, name, buildings }) => [
      { id, label: `${name}, toda a empresa` },
      ...buildings
        .filter(({ active }) => active)
        .map((building) => ({
          id: `${id}/${building.id}`,
          label: companies.length > 1 ? `${building.name}, ${name}` : building.name,
        })),
    ]);
