import {
  Menu as FluentMenu,
  MenuDivider,
  MenuGroup,
  MenuGroupHeader,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import type { ReactElement } from 'react';

export interface MenuAction {
  /** Where two actions may have one label. */
  key?: string;
  label: string;
  icon?: ReactElement;
  onClick: () => void;
  disabled?: boolean;
  /** Keys shown at the right. */
  shortcut?: string;
  /** Draws a divider above the action. */
  separated?: boolean;
}

export interface MenuProps {
  /** The button that opens the menu: an IconButton or a Button. */
  trigger: ReactElement;
  actions: readonly MenuAction[];
  /** Text above the actions: the user of the account menu. */
  heading?: string;
  /** Called when it opens, for actions that are read then. */
  onOpen?: () => void;
}

const items = (actions: readonly MenuAction[]) =>
  actions.flatMap((action) => [
    ...(action.separated ? [<MenuDivider key={`line ${action.key ?? action.label}`} />] : []),
    <MenuItem
      key={action.key ?? action.label}
      icon={action.icon}
      disabled={action.disabled}
      secondaryContent={action.shortcut}
      onClick={action.onClick}
    >
      {action.label}
    </MenuItem>,
  ]);

/** A list of actions that opens from a button. */
export const Menu = ({ trigger, actions, heading, onOpen }: MenuProps) => (
  <FluentMenu onOpenChange={(_event, { open }) => open && onOpen?.()}>
    <MenuTrigger disableButtonEnhancement>{trigger}</MenuTrigger>
    <MenuPopover>
      <MenuList>
        {heading === undefined ? (
          items(actions)
        ) : (
          <MenuGroup>
            <MenuGroupHeader>{heading}</MenuGroupHeader>
            {items(actions)}
          </MenuGroup>
        )}
      </MenuList>
    </MenuPopover>
  </FluentMenu>
);
