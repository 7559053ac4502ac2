import { defineRemote } from '@flint/remote-kit';
import { AvailabilityScreen } from './AvailabilityScreen';

export default defineRemote({ id: 'availability', Root: AvailabilityScreen });
