"""Words that say that a number is one to call, in the languages that this package knows."""

# ruff: noqa: RUF001 - the letters of these languages are meant
from __future__ import annotations

from typing import Final

from nsedmw.detect.pii.context import Words

_SPACED: Final = (
    "phone|telephone|tel|tel\\.|ph|mobile|cell|cellphone|fax|whatsapp|call|dial|landline|hotline"
    "|helpline|sms|contact number|new number|number is now|my number|your number|his number"
    "|her number|text me|text us|text him|text her|ring me|ring us|reach me|reach us|reach him"
    "|reach her|reach them|call me|call us|msisdn|callback"
    "|telefon\\pL*|handy|handynummer|mobil|mobilnummer|mobilfunk\\pL*|fon|rufnummer|ruf"
    "|fragen sie nach|verlangen|anrufen"
    "|rufen sie|durchwahl|festnetz|neue nummer|meine nummer|hotline|erreichbar"
    "|téléphon\\pL*|tél|portable|appel|appeler|appelez|appelle|joindre|gsm|fixe|mon numéro"
    "|nouveau numéro|standard"
    "|teléfonos?|telf|tlf|tfno|tfn|móvil|celular|llam[ea]|llamar|llame al|llámame|llámeme|fijo"
    "|mi número|nuevo número|contacto"
    "|telefone|telefones|telemóvel|fone|ligue|ligar|liga|contato|meu número|novo número|zap"
    "|telefono|cellulare|chiamare|chiama|chiami|chiamate|recapito|fisso|mio numero|nuovo numero"
    "|komórk\\pL*|zadzwoń|dzwonić|dzwoń|dzwonic|kom\\.|nowy numer|mój numer|infolinia"
    "|телефон\\pL*|тел|моб|мобильн\\pL*|сот|сотов\\pL*|звон\\pL*|позвон\\pL*|перезвон\\pL*"
    "|новый номер|мой номер|ватсап|вотсап|факс"
    "|τηλ|τηλέφωνο|τηλέφωνα|τηλεφών\\pL*|κινητό|καλέστε|φαξ|κλήση|νέος αριθμός"
    "|telefonu|cep|cep no|gsm|arayın|arayin|yeni numara\\pL*|numaram"
    "|هاتف|الهاتف|هاتفي|جوال|الجوال|جوالي|موبايل|الموبايل|تلفون|التلفون|تليفون|محمول|رقمي|اتصل"
    "|واتساب|فاكس|للاتصال"
    "|फ़ोन|फोन|फ़ोन|मोबाइल|दूरभाष|संपर्क|कॉल|पूछताछ|टेलीफोन|व्हाट्सएप"
)
_MORE: Final = (
    "caller|callers|ask for|asks for|asking for|speak to|speak with|get hold of|in touch"
    "|ring|rang|phoned|texted|direct line|direct dial|front desk|reception|switchboard|helpdesk"
    "|help desk|pager|voicemail|toll-free|toll free|freephone|contact|contacts|on-call"
    "|crisis line"
    "|fragen sie nach|verlangen|anruf\\pL*|telefonisch|zentrale|notruf|rückruf\\pL*"
    "|erreichen|nebenstelle|kontakt|tel\\.-nr"
    "|telnr|telefax"
    "|prévenir|demander|demandez|contacter|contactez|rappeler|rappelez|ligne directe"
    "|numéro vert|urgences?"
    "|télécopie|numéro de tél|appelant|joignable"
    "|comunicarse|comuníquese|marcar|contactar|contacte|línea directa|fono|urgencias|centralita"
    "|preguntar por|pregunte por|avisar|falar com|ligando|entre em contat?o|telefonar"
    "|telefonema|whats|linha direta|avise|ramal"
    "|chiedere di|parlare con|telefonare|telefoni|chiamando|contattare|contatti|numero verde"
    "|centralino|linea diretta|avvisare"
    "|telefoniczn\\pL*|kontakt\\pL*|dzwoniąc|zadzwonić|oddzwoń|powiadomić"
    "|связ[ьаи]\\pL*|свяжит\\pL*|контакт\\pL*|спросить|спрашивайте|набер\\pL*|набрать"
    "|горяч\\pL* лини\\pL*|прям\\pL* лини\\pL*"
    "|للتواصل|تواصل|التواصل|الاتصال|اتصلوا|اتصلي|الخط الساخن|نقال|الجوّال|مكالمة"
    "|हेल्पलाइन|मो|iletişim|irtibat|faks|arayabilirsiniz|hattı"
    "|τηλεφωνήστε|τηλεφώνησε|επικοινωνία|επικοινωνήστε|κιν"
)
_UNSPACED: Final = (
    "電話|携帯|ケータイ|連絡先|ファックス|お問い合わせ|新しい番号|TEL|Tel|内線|フリーダイヤル|直通|ファクス"
    "|电话|手机|手機|致电|拨打|热线|联系方式|传真|微信|座机|新号码|联系|聯絡|固话|客服|来电"
    "|\\x{1f4f1}|\\x{1f4de}|\\x{260e}|\\x{1f4f2}"
)

WORDS: Final = Words(f"{_SPACED}|{_MORE}", _UNSPACED)
