import { Combobox as FluentCombobox } from '@fluentui/react-components';
import { useState } from 'react';
import { OptionList } from './OptionList.tsx';
import { useIsPhone } from './useIsPhone.ts';
import { useOptions, type Option } from './useOptions.ts';
import styles from './Combobox.module.css';

export interface MultiSelectProps {
  /** Ids of the selected options. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  options: readonly Option[];
  ariaLabel?: string;
  placeholder?: string;
  loading?: boolean;
}

const summary = (value: readonly string[], options: readonly Option[]) => {
  if (value.length === 1) return options.find((option) => option.id === value[0])?.label ?? '1 selecionada';
  return value.length === 0 ? '' : `${value.length} selecionadas`;
};

/** Picks several options by typing; used in filters. */
export const MultiSelect = ({ value, onChange, options, ariaLabel, placeholder, loading }: MultiSelectProps) => {
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const phone = useIsPhone();
  const found = useOptions({ options, loading }, (typed ?? '').trim(), open);
  return (
    <FluentCombobox
      multiselect
      aria-label={ariaLabel}
      placeholder={placeholder}
      size={phone ? 'large' : 'medium'}
      value={typed ?? summary(value, options)}
      selectedOptions={[...value]}
      open={open}
      clearIcon={{ 'aria-label': 'Limpar' }}
      expandIcon={{ 'aria-label': open ? 'Fechar' : 'Abrir', tabIndex: -1 }}
      onChange={(event) => setTyped(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={() => setTyped(null)}
      onOpenChange={(_event, data) => setOpen(data.open)}
      onOptionSelect={(_event, data) => onChange(data.selectedOptions)}
      className={styles.combobox}
      listbox={{ className: styles.listbox }}
    >
      {OptionList(found)}
    </FluentCombobox>
  );
};
