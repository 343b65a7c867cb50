import { Input } from '@fluentui/react-components';
import type { FocusEventHandler, KeyboardEventHandler, ReactNode, Ref } from 'react';
import { useReadOnly } from './readOnly.ts';
import { useIsPhone } from './useIsPhone.ts';
import styles from './Field.module.css';

export interface TextInputProps {
  value: string;
  onChange: (value: string) => void;
  /** Only where no Field labels the input. */
  ariaLabel?: string;
  type?: 'text' | 'password' | 'email' | 'search' | 'tel';
  /** The keys that a phone shows; anything else can still be typed or pasted. */
  inputMode?: 'text' | 'numeric' | 'decimal';
  size?: 'small' | 'medium';
  placeholder?: string;
  disabled?: boolean;
  readOnly?: boolean;
  maxLength?: number;
  autoFocus?: boolean;
  autoComplete?: string;
  name?: string;
  id?: string;
  before?: ReactNode;
  after?: ReactNode;
  onBlur?: FocusEventHandler<HTMLInputElement>;
  onFocus?: FocusEventHandler<HTMLInputElement>;
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  className?: string;
  /** Marks the input as invalid; needed only without a Field around it. */
  invalid?: boolean;
  /** A field with a list of its own. */
  role?: 'combobox';
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  'aria-autocomplete'?: 'list';
  'aria-activedescendant'?: string;
  ref?: Ref<HTMLInputElement>;
}

/** One line of text: 32 px high, 24 px in tables (`small`), 40 px on a phone. */
export const TextInput = ({
  onChange,
  ariaLabel,
  size = 'medium',
  before,
  after,
  className,
  invalid = false,
  ...props
}: TextInputProps) => {
  const phone = useIsPhone();
  const readOnly = useReadOnly(props.readOnly);
  return (
    <Input
      {...props}
      readOnly={readOnly}
      // Omitted rather than false: false would override the aria-invalid that a Field sets.
      {...(invalid ? { 'aria-invalid': true } : {})}
      aria-label={ariaLabel}
      size={phone ? 'large' : size}
      contentBefore={before === undefined ? undefined : { children: before }}
      contentAfter={after === undefined ? undefined : { children: after }}
      onChange={(_event, data) => onChange(data.value)}
      className={[styles.control, className].filter(Boolean).join(' ')}
    />
  );
};
