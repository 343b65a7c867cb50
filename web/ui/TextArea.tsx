import { Textarea } from '@fluentui/react-components';
import type { FocusEventHandler, Ref } from 'react';
import { useReadOnly } from './readOnly.ts';
import styles from './Field.module.css';

export interface TextAreaProps {
  value: string;
  onChange: (value: string) => void;
  ariaLabel?: string;
  rows?: number;
  placeholder?: string;
  disabled?: boolean;
  maxLength?: number;
  onBlur?: FocusEventHandler<HTMLTextAreaElement>;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Several lines of text. */
export const TextArea = ({ onChange, ariaLabel, rows = 3, ...props }: TextAreaProps) => (
  <Textarea
    {...props}
    readOnly={useReadOnly()}
    aria-label={ariaLabel}
    resize="vertical"
    textarea={{ rows }}
    onChange={(_event, data) => onChange(data.value)}
    className={styles.control}
  />
);
