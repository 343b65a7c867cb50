import { Combobox as FluentCombobox, type ComboboxProps as FluentProps } from '@fluentui/react-components';
import { stripAccents } from '#domain/text.ts';
import { useState, type KeyboardEvent, type Ref } from 'react';
import { OptionList } from './OptionList.tsx';
import { useUnread } from './reading.ts';
import { useReadOnly } from './readOnly.ts';
import { TextInput } from './TextInput.tsx';
import { useIsPhone } from './useIsPhone.ts';
import { useOptions, type Option, type OptionSource } from './useOptions.ts';
import styles from './Combobox.module.css';

export type { Option, OptionSource };

export interface ComboboxProps extends OptionSource {
  /**
   * Path of the field in its form: text that was typed but not chosen keeps the form from being saved. Filters have no
   * path.
   */
  path?: string;
  value: Option | null;
  onChange: (value: Option | null) => void;
  ariaLabel?: string;
  placeholder?: string;
  size?: 'small' | 'medium';
  disabled?: boolean;
  /** False hides the "Limpar" button. */
  clearable?: boolean;
  autoFocus?: boolean;
  id?: string;
  /** Marks the input as invalid; needed only without a Field around it. */
  invalid?: boolean;
  onBlur?: () => void;
  /** Shows 'Criar "…"' below the list when no option has that name. */
  onCreate?: (text: string) => void;
  /** "Cadastrar", "Usar"; defaults to "Criar". */
  createVerb?: string;
  ref?: Ref<HTMLInputElement>;
}

const NOT_CHOSEN = 'Escolha uma opção da lista';

/** Picks one option by typing part of its name, ignoring accents, or by arrow keys, Enter and Esc. */
export const Combobox = (props: ComboboxProps) => {
  const { value, ariaLabel, placeholder, size } = props;
  return useReadOnly() ? (
    <TextInput
      readOnly
      value={value?.label ?? ''}
      onChange={() => undefined}
      ariaLabel={ariaLabel}
      placeholder={placeholder}
      size={size}
    />
  ) : (
    <Choosing {...props} />
  );
};

const Choosing = (props: ComboboxProps) => {
  const {
    value,
    onChange,
    ariaLabel,
    size = 'medium',
    clearable = true,
    onBlur,
    onCreate,
    createVerb,
    invalid = false,
    path,
    ...rest
  } = props;
  const { left, report } = useUnread(path);
  const { options: given, loadOptions, loading: waiting, ...control } = rest;
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const phone = useIsPhone();
  const query = (typed ?? '').trim();
  const found = useOptions({ options: given, loadOptions, loading: waiting }, query, open);
  const select: FluentProps['onOptionSelect'] = (event, data) => {
    // Fluent clears the selection as soon as the text differs from it; here it stays until the user chooses another
    // option.
    if (data.optionValue === undefined && event.type === 'change') return;
    setTyped(null);
    report(null);
    if (data.optionValue === undefined) onChange(null);
    else if (data.optionValue.startsWith('create:')) onCreate?.(query);
    else onChange(found.options.find((option) => option.id === data.optionValue) ?? null);
  };
  // Options that load after the last keystroke have no active option yet: Enter picks the first one.
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const [first] = found.options;
    if (event.key !== 'Enter' || !open || query === '' || found.loading || !first) return;
    const active = event.currentTarget.getAttribute('aria-activedescendant');
    if (active && document.getElementById(active)) return;
    event.preventDefault();
    setTyped(null);
    report(null);
    setOpen(false);
    onChange(first);
  };
  // On blur, a complete name selects its option; any other text stays and is reported as not chosen.
  const leave = () => {
    if (typed?.trim() === '' && clearable && value !== null) onChange(null);
    const [named, another] = found.options.filter(
      (option) => !option.disabled && stripAccents(option.label) === stripAccents(query),
    );
    if (query !== '' && named && !another) onChange(named);
    else if (query !== '' && query !== value?.label) report({ text: query, problem: NOT_CHOSEN });
    setTyped(null);
    onBlur?.();
  };
  return (
    <FluentCombobox
      {...control}
      {...(invalid || left ? { 'aria-invalid': true } : {})}
      aria-label={ariaLabel}
      size={phone ? 'large' : size}
      value={typed ?? left?.text ?? value?.label ?? ''}
      selectedOptions={value === null ? [] : [value.id]}
      open={open}
      clearable={clearable && value !== null}
      clearIcon={{ 'aria-label': 'Limpar' }}
      // Arrow keys open the list from the input, so Tab skips this button.
      expandIcon={{ 'aria-label': open ? 'Fechar' : 'Abrir', tabIndex: -1 }}
      onChange={(event) => {
        setTyped(event.target.value);
        report(null);
        setOpen(true);
      }}
      onOpenChange={(_event, data) => setOpen(data.open)}
      onOptionSelect={select}
      onKeyDown={press}
      onFocus={(event) => event.target.select()}
      onBlur={leave}
      className={styles.combobox}
      listbox={{ className: styles.listbox }}
    >
      {OptionList({ ...found, createVerb, create: onCreate && query !== '' && !found.loading ? query : undefined })}
    </FluentCombobox>
  );
};
