import { Select as FluentSelect } from '@fluentui/react-components';
import type { Ref } from 'react';
import { useReadOnly } from './readOnly.ts';
import { TextInput } from './TextInput.tsx';
import { useIsPhone } from './useIsPhone.ts';
import styles from './Field.module.css';

export interface SelectProps<Value extends string = string> {
  value: Value | '';
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
  /** Shown as an empty first option. */
  placeholder?: string;
  ariaLabel?: string;
  size?: 'small' | 'medium';
  disabled?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLSelectElement>;
}

/**
 * A short fixed list in the browser's native select, which works best on phones and by keyboard. Use Combobox for lists
 * that need search.
 */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { options, value, ariaLabel, size } = props;
  const chosen = options.find((option) => option.value === value)?.label ?? props.placeholder ?? '';
  // Read-only text can be focused and copied; a disabled select is grey and skipped by Tab.
  return useReadOnly() ? (
    <TextInput readOnly value={chosen} onChange={() => undefined} ariaLabel={ariaLabel} size={size} />
  ) : (
    <Choosing {...props} />
  );
};

const Choosing = <Value extends string>(props: SelectProps<Value>) => {
  const phone = useIsPhone();
  const { value, onChange, options, placeholder, ariaLabel, size = 'medium', ...rest } = props;
  const choose = (text: string) => {
    const option = options.find((candidate) => candidate.value === text);
    if (option) onChange(option.value);
  };
  return (
    <FluentSelect
      {...rest}
      value={value}
      aria-label={ariaLabel}
      size={phone ? 'large' : size}
      onChange={(_event, data) => choose(data.value)}
      select={{ className: styles.control }}
    >
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </FluentSelect>
  );
};
