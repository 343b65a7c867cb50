import { Checkbox as FluentCheckbox } from '@fluentui/react-components';
import { useReadOnly } from './readOnly.ts';

export interface CheckboxProps {
  checked: boolean | 'mixed';
  onChange: (checked: boolean) => void;
  label?: string;
  /** Only where there is no visible label. */
  ariaLabel?: string;
  disabled?: boolean;
}

export const Checkbox = ({ checked, onChange, label, ariaLabel, disabled }: CheckboxProps) => (
  <FluentCheckbox
    checked={checked}
    label={label}
    aria-label={ariaLabel}
    disabled={useReadOnly(disabled)}
    onChange={(_event, data) => onChange(data.checked === true)}
  />
);
