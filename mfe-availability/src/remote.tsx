import { defineRemote } from '@flint/remote-kit/contract';
import { AvailabilityScreen } from './AvailabilityScreen';

export default defineRemote({ id: 'availability', Root: AvailabilityScreen });
