import { notifyError } from '#web/client/notify.ts';
import { useBegunRowsQuery, type BegunRowsQuery } from '#web/generated/choices.ts';
import { begunOf, type Begun } from '#web/session/begun.ts';
import type { NewLine } from '#web/session/newPurchase.ts';
import { useSession } from '#web/session/sessionContext.ts';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';

type Kind = Begun['kind'];

/** What is said of a value that cannot be used. */
const NAMES = {
  partner: 'o cadastro',
  category: 'a categoria',
  building: 'a obra',
  source: 'a carteira de origem',
  target: 'a carteira de destino',
  product: 'o insumo',
} as const;
type Reference = keyof typeof NAMES;
const REFERENCES = Object.keys(NAMES) as Reference[];

/** What a form begins with, once its references are known to be usable here. */
export interface BegunForm {
  /** Null when the history entry begins no such form, and while its references are read. */
  begun: Begun | null;
  waiting: boolean;
  /** The line of an order or quote that its product makes. */
  line: NewLine | null;
}

const lineOf = (begun: Begun, product: BegunRowsQuery['product']): NewLine | null => {
  const unit = product?.purchaseUnit ?? product?.unit;
  if (!product || !unit) return null;
  const quantity = begun.values.quantity?.value ?? '';
  const { id: productId, code, name } = product;
  return {
    ...{ productId, code, name, stage: null, unit: { id: unit.id, label: unit.acronyms } },
    quantity: /^\d+(\.\d{1,4})?$/.test(quantity) ? quantity : '',
  };
};

/** The references of a begun form that exist in the company of the place, are active, and may be seen by the reader. */
const useRows = (begun: Begun | null, companyId: string) => {
  const id = (name: Reference) => begun?.values[name]?.value ?? '';
  const { data, loading } = useBegunRowsQuery({
    variables: {
      companyId,
      ...{ partner: id('partner'), hasPartner: id('partner') !== '' },
      ...{ category: id('category'), hasCategory: id('category') !== '' },
      ...{ source: id('source'), hasSource: id('source') !== '' },
      ...{ target: id('target'), hasTarget: id('target') !== '' },
      ...{ product: id('product'), hasProduct: id('product') !== '' },
    },
    skip: begun === null || REFERENCES.every((name) => name === 'building' || id(name) === ''),
    fetchPolicy: 'network-only',
    // A reference that may not be read comes back as null beside the others.
    errorPolicy: 'all',
    context: { quiet: true },
  });
  return { data, loading };
};

/**
 * What the assistant began of this form. A value that the reader may not use here is left out, and said so; the form
 * validates the rest as ever.
 */
export const useBegun = (kind: Kind): BegunForm => {
  const { state } = useLocation() as { state: unknown };
  const asked = useMemo(() => begunOf(kind, state), [kind, state]);
  const { place } = useSession();
  const { data, loading } = useRows(asked, place.company?.id ?? '');
  const buildings = place.company?.buildings;
  const dropped = useMemo(() => {
    if (!asked || loading) return [];
    const usable = (name: Reference): boolean =>
      name === 'building'
        ? (buildings ?? []).some(({ id }) => id === asked.values.building?.value)
        : data?.[name]?.active === true;
    return REFERENCES.filter((name) => asked.values[name] !== undefined && !usable(name));
  }, [asked, loading, data, buildings]);
  const begun = useMemo(() => {
    if (!asked || loading) return null;
    const values = Object.entries(asked.values).filter(([name]) => !dropped.some((one) => one === name));
    return { ...asked, values: Object.fromEntries(values) };
  }, [asked, loading, dropped]);
  const unused = asked ? dropped.map((name) => `${NAMES[name]} “${asked.values[name]?.shown ?? ''}”`).join(', ') : '';
  useEffect(() => {
    if (unused !== '')
      notifyError(`Ficou de fora do formulário: ${unused}`, 'Não existe mais, ou você não pode usar aqui.');
  }, [unused]);
  return { begun, waiting: asked !== null && loading, line: begun ? lineOf(begun, data?.product ?? null) : null };
};
