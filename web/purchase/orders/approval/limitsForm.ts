import type { OrderLimitInput, OrderLimitsDetailsFragment } from '#web/generated/purchase.ts';
import type { Problems } from '#web/form/useForm.ts';
import type { Option } from '#web/ui/useOptions.ts';

/** A limit as it is typed. */
export interface TypedLimit {
  /** Null: everybody else. */
  userId: string | null;
  name: string;
  /** Decimal text; '' while it is not typed. */
  limit: string;
  unlimited: boolean;
}

export interface LimitsForm {
  limits: readonly TypedLimit[];
}

export const OTHERS = 'Demais usuários';

/** The rest of the users come first, without a limit until one is typed. */
const others: TypedLimit = { userId: null, name: OTHERS, limit: '', unlimited: true };

export const limitsFormOf = ({ limits }: OrderLimitsDetailsFragment): LimitsForm => ({
  limits: limits.map(({ user, limit }) => ({
    ...{ userId: user?.id ?? null, name: user?.name ?? OTHERS, limit: limit ?? '', unlimited: limit === null },
  })),
});

export const withUser = ({ limits }: LimitsForm, { id, label }: Option): LimitsForm => {
  if (limits.some(({ userId }) => userId === id)) return { limits };
  const rest = limits.some(({ userId }) => userId === null) ? limits : [others, ...limits];
  return { limits: [...rest, { userId: id, name: label, limit: '', unlimited: false }] };
};

/** What a company begins with. */
export const begun: LimitsForm = { limits: [{ ...others, unlimited: false }] };

export const pathOf = (index: number): string => `limits.${index}.limit`;

export const problemsOf = ({ limits }: LimitsForm): Problems =>
  Object.fromEntries(
    limits.flatMap(({ limit, unlimited }, index) =>
      unlimited || limit !== '' ? [] : [[pathOf(index), 'Informe o limite ou marque sem limite']],
    ),
  );

export const inputOf = ({ limits }: LimitsForm): OrderLimitInput[] =>
  limits.map(({ userId, limit, unlimited }) => ({ userId, limit: unlimited ? null : limit }));
