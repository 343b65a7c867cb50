import { isCep, maskCep } from '#domain/masks.ts';
import { STATES } from '#domain/states.ts';
import type { FormState } from '#web/form/useForm.ts';
import { useAddress } from '#web/location/useAddress.ts';
import { cityOf, cityOption, useCityChoice } from '#web/location/useCityChoice.ts';
import { Button, Combobox, Field, FormSection, MaskedInput, Select, TextInput } from '#web/ui/index.ts';
import { useRef } from 'react';
import type { PartnerForm } from './model.ts';
import styles from './PartnersScreen.module.css';

/** The first one says that none is known: a placeholder cannot be chosen again. */
const states = [{ value: '', label: '—' } as const, ...STATES.map((value) => ({ value, label: value }))];
type State = (typeof states)[number]['value'];

/** Address fields. A postal code fills them in when its address is found; every field stays editable meanwhile. */
export const AddressFields = ({ editor }: { editor: FormState<PartnerForm> }) => {
  const { form, problems, set } = editor;
  const search = useAddress();
  const loadCities = useCityChoice();
  const street = useRef<HTMLInputElement>(null);
  const streetNumber = useRef<HTMLInputElement>(null);

  const changeCep = async (postalCode: string) => {
    set({ postalCode });
    if (!isCep(postalCode) || postalCode === form.postalCode) return;
    const address = await search.find(postalCode);
    if (!address) return;
    set({
      street: address.street ?? '',
      district: address.district ?? '',
      city: address.city,
      state: address.ufAcronym,
    });
    const next = address.street ? streetNumber : street;
    next.current?.focus();
  };
  return (
    <FormSection title="Endereço">
      <Field label="CEP" error={problems.postalCode}>
        <MaskedInput
          value={form.postalCode}
          mask={maskCep}
          inputMode="numeric"
          autoComplete="off"
          onChange={(postalCode) => void changeCep(postalCode)}
        />
      </Field>
      <Field label="Bairro" error={problems.district}>
        <TextInput value={form.district} maxLength={120} onChange={(district) => set({ district })} />
      </Field>
      <div className={styles.note} role="status">
        {search.searching ? (
          <>
            Buscando o endereço…
            <Button variant="subtle" size="small" onClick={search.stop}>
              Preencher à mão
            </Button>
          </>
        ) : (
          search.note
        )}
      </div>
      <div className={styles.street}>
        <Field label="Rua ou avenida" error={problems.street}>
          <TextInput ref={street} value={form.street} maxLength={160} onChange={(text) => set({ street: text })} />
        </Field>
        <Field label="Número" error={problems.streetNumber}>
          <TextInput
            ref={streetNumber}
            value={form.streetNumber}
            maxLength={20}
            onChange={(text) => set({ streetNumber: text })}
          />
        </Field>
      </div>
      <Field label="Complemento" error={problems.complement}>
        <TextInput value={form.complement} maxLength={120} onChange={(complement) => set({ complement })} />
      </Field>
      <div className={styles.city}>
        <Field label="Cidade" error={problems.city}>
          <Combobox
            path="city"
            value={cityOption(form)}
            loadOptions={loadCities}
            onChange={(option) => set(cityOf(option))}
            onCreate={(city) => set({ city })}
            createVerb="Usar"
            placeholder="Digite o começo do nome"
          />
        </Field>
        <Field label="UF" error={problems.state}>
          <Select<State>
            value={STATES.find((state) => state === form.state) ?? ''}
            options={states}
            onChange={(state) => set({ state })}
          />
        </Field>
      </div>
    </FormSection>
  );
};
