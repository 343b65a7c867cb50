import { Switch as FluentSwitch } from '@fluentui/react-components';
import { useReadOnly } from './readOnly.ts';

export interface SwitchProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  disabled?: boolean;
}

export const Switch = ({ checked, onChange, label, disabled }: SwitchProps) => (
  <FluentSwitch
    checked={checked}
    label={label}
    disabled={useReadOnly(disabled)}
    onChange={(_event, data) => onChange(data.checked)}
  />
);
