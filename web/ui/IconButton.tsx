import { Button, Tooltip } from '@fluentui/react-components';
import type { MouseEvent, ReactElement, Ref } from 'react';
import { useIsPhone } from './useIsPhone.ts';

export interface IconButtonProps {
  /** Read aloud and shown as tooltip. */
  label: string;
  icon: ReactElement;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  size?: 'small' | 'medium';
  disabled?: boolean;
  pressed?: boolean;
  expanded?: boolean;
  className?: string;
  /** -1 where a key in the field beside it does the same. */
  tabIndex?: number;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon; always named. What a Menu or Popover puts on its trigger passes through. */
export const IconButton = ({ label, size = 'medium', pressed, expanded, ...props }: IconButtonProps) => {
  const phone = useIsPhone();
  return (
    <Tooltip content={label} relationship="label">
      <Button
        {...props}
        type="button"
        appearance="subtle"
        size={size === 'small' ? 'small' : phone ? 'large' : 'medium'}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
      />
    </Tooltip>
  );
};
