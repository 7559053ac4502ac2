/** The middle of the demo campus. */
export const SAMPLE_CAMPUS = { lat: 43.6635, lon: -79.3961 };

/** The demo campus's places, in the format of a PLACES_FILE. Invented; the coordinates are in a real city. */
export const SAMPLE = `id,name,kind,address,lat,lon,hours,exceptions,price,noise,stepFree,indoor,picture,link
common-ground,Common Ground,campus_coffee,"Student Centre, ground floor",43.6629,-79.3957,"Mo-Fr 07:30-21:00; Sa,Su 09:00-18:00",2026-12-25 off,1,lively,yes,yes,,
library-cafe,Library Café,campus_coffee,"Main Library, north door",43.6645,-79.3994,"Mo-Th 08:00-22:00; Fr 08:00-18:00; Sa,Su 10:00-18:00",2026-12-25 off,1,quiet,yes,yes,,
tea-room,The Tea Room,off_campus_cafe,12 College Street,43.6609,-79.3902,Mo-Su 09:00-21:00,2026-12-25 off,2,quiet,yes,yes,,
corner-roast,Corner Roast,off_campus_cafe,48 Harbord Street,43.6627,-79.4021,"Mo-Fr 07:00-19:00; Sa,Su 08:00-19:00",2026-12-25 off,1,lively,no,yes,,
garden-walk,Botanic Garden walk,campus_walk,West Gate,43.6668,-79.3999,Mo-Su 07:00-20:00,,0,quiet,yes,no,,
river-path,River Path,campus_walk,Bridge by the Boathouse,43.6685,-79.3921,24/7,,0,quiet,yes,no,,
north-hall,North Dining Hall,dining_hall,"North Hall, first floor",43.6653,-79.3938,"Mo-Fr 07:30-21:00; Sa,Su 10:00-20:00",2026-12-25 off,1,lively,yes,yes,,
reading-room,The Reading Room,study_break,"Main Library, second floor",43.6646,-79.3992,Mo-Su 08:00-23:00,2026-12-25 off,0,quiet,yes,yes,,
student-stage,Student Stage,campus_event,"Student Centre, basement",43.6628,-79.3955,We-Sa 18:00-24:00,2026-12-25 off,1,loud,yes,yes,,
rec-centre,Rec Centre and climbing wall,rec_centre,25 Stadium Road,43.6638,-79.4011,"Mo-Fr 07:00-23:00; Sa,Su 09:00-21:00",2026-12-25 off,1,lively,yes,yes,,
skating-rink,Campus rink,rink,27 Stadium Road,43.6636,-79.4015,Mo-Su 12:00-22:00,2026-12-25 off,1,lively,yes,no,,
noodle-house,Noodle House,restaurant,101 Spadina Street,43.6612,-79.3996,Tu-Su 11:30-22:00,2026-12-25 off,1,lively,yes,yes,,
green-table,The Green Table,restaurant,7 Baldwin Street,43.6559,-79.3934,Mo-Sa 11:30-22:00,2026-12-25 off,2,quiet,no,yes,,
art-museum,University Art Museum,gallery_museum,15 Kings College Circle,43.6617,-79.3952,Tu-Su 11:00-18:00; We 11:00-20:00,2026-12-25 off,0,quiet,yes,yes,,
city-gallery,City Gallery,gallery_museum,317 Dundas Street,43.6536,-79.3925,Tu-Su 10:30-17:30; We 10:30-21:00,2026-12-25 off,2,quiet,yes,yes,,
lakeside-park,Lakeside Park,park_outdoors,Main gate,43.6408,-79.3776,Mo-Su 06:00-23:00,,0,quiet,yes,no,,
gelato-bar,Gelato & Bubble Tea,dessert,56 Bloor Street,43.6672,-79.3995,Mo-Su 12:00-23:00,2026-12-25 off,1,lively,yes,yes,,
dice-and-drip,Dice & Drip,games,601 Bloor Street,43.6647,-79.4146,"Tu-Th 16:00-23:00; Fr,Sa 12:00-01:00; Su 12:00-22:00",2026-12-25 off,2,lively,no,yes,,
blue-note,The Blue Note,music,240 Queen Street,43.6503,-79.3899,We-Sa 18:00-02:00,2026-12-25 off,2,loud,no,yes,,
campus-cinema,Campus Cinema,cinema,Innis Hall,43.6656,-79.3996,Th-Su 13:00-24:00,2026-12-25 off,1,quiet,yes,yes,,
the-commons,The Commons,bar,Graduate House,43.6639,-79.4008,Mo-Sa 16:00-01:00,2026-12-25 off,2,loud,yes,yes,,
farmers-market,Farmers' Market,market,Willow Square,43.6660,-79.4040,We 12:00-19:00; Sa 09:00-14:00,2026-12-25 off,1,lively,yes,no,,
second-chapter,Second Chapter books,bookshop,88 Harbord Street,43.6625,-79.4035,Mo-Sa 10:00-19:00; Su 12:00-17:00,2026-12-25 off,1,quiet,yes,yes,,
food-bank,Campus food bank,volunteering,"Student Centre, room 104",43.6630,-79.3958,"Tu,Th 10:00-18:00; Sa 10:00-15:00",2026-12-25 off,0,lively,yes,yes,,
`;
