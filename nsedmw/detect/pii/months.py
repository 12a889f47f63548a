"""Names of the months as dates have them, in the languages that this package knows.

The forms are those of Unicode CLDR's Gregorian calendar (formatting and stand-alone, wide and
abbreviated), without points and with the case that numbers ask for.
"""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from typing import Final

_NAMES: Final = """
january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec
januar jänner februar märz mai juni juli oktober dezember mär mrz okt dez
janvier février mars avril juin juillet août septembre octobre novembre décembre janv févr avr juil
déc fevrier aout decembre
enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre
ene abr ago set dic
janeiro fevereiro março maio junho julho setembro outubro novembro dezembro fev out marco
gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre gen mag giu lug ott
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień
sty lut kwi cze lip sie wrz paź lis gru
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь
янв фев мар апр июн июл авг сен сент окт ноя нояб дек
ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου
νοεμβρίου δεκεμβρίου ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος
σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος ιαν φεβ μαρ απρ ιουν ιουλ αυγ σεπ οκτ νοε δεκ
يناير فبراير مارس أبريل ابريل مايو يونيو يوليو أغسطس اغسطس سبتمبر أكتوبر اكتوبر نوفمبر ديسمبر
شباط آذار نيسان أيار حزيران تموز آب أيلول
जनवरी फ़रवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर सितम्बर अक्टूबर अक्तूबर नवंबर नवम्बर
दिसंबर दिसम्बर
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
oca şub nis haz tem ağu eyl eki kas ara
"""

MONTHS: Final = frozenset(_NAMES.split())
