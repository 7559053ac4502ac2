export { Avatar, PhotoFrame } from './Avatar/Avatar';
export { Drawing, type DrawingName } from './Brand/Drawing';
export { Mark, Wordmark } from './Brand/Mark';
export { Button, buttonClass, IconButton, type ButtonLook } from './Button/Button';
export { Badge, Card, CardTitle, Stat, type BadgeTone } from './Card/Card';
export { Facts } from './Card/Facts';
export { Section } from './Card/Section';
export { Chips } from './Choice/Chips';
export { OptionList, type ChoiceOption } from './Choice/OptionList';
export { RangeSlider } from './Choice/RangeSlider';
export { Scale } from './Choice/Scale';
export { Checkbox, Switch } from './Choice/Toggle';
export { classes } from './classes';
export { Dialog } from './Dialog/Dialog';
export { FormDialog } from './Dialog/FormDialog';
export { EmptyState, ErrorState, PageNotice } from './Empty/Empty';
export { Select, TextArea, TextField } from './Field/Field';
export { Icon, ICON_NAMES, type IconName } from './Icon/Icon';
export { KeyList } from './Keys/KeyList';
export { LanguageSwitch } from './LanguageSwitch/LanguageSwitch';
export { Entry } from './List/Entry';
export { Items, ItemText } from './List/Items';
export { ListDetail, ListGroup } from './List/ListDetail';
export { useIsWide } from './List/use-is-wide';
export { useListKeys } from './List/use-list-keys';
export { loadAgain } from './Loading/load-again';
export { loadable } from './Loading/loadable';
export { loadableDialog } from './Dialog/loadable-dialog';
export { Progress, Skeleton, Spinner } from './Loading/Loading';
export { EitherOr } from './Notice/EitherOr';
export { Notice, Toast, Toasts, type ToastItem } from './Notice/Notice';
export {
  Bullets,
  Columns,
  Foot,
  Kbd,
  Keys,
  Label,
  Page,
  PageHead,
  Point,
  Row,
  SidePane,
  Soft,
  Stack,
  VisuallyHidden,
} from './Page/Page';
export { Tabs } from './Tabs/Tabs';
export { Ticket, TicketTime } from './Ticket/Ticket';
