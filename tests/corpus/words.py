# ruff: noqa: RUF001 - the letters of these languages are meant
"""Words to fill sentences with. Names are common ones, put together by chance: nobody is meant."""

from __future__ import annotations

GIVEN = (
    "ana", "bram", "cleo", "dario", "edda", "fiona", "gregor", "hanna", "ivo", "jutta", "kasia",
    "leon", "mirek", "nadia", "oskar", "petra", "quentin", "rosa", "stefan", "tove", "ulla",
    "viktor", "wanda", "xenia", "yusuf", "zofia",
)  # fmt: skip
"""For the local part of addresses."""

INVENTED_HOSTS = (
    "kestrelworks.io", "blau-atelier.de", "papeterie-orval.fr", "talleresnubes.es",
    "quintadorio.pt", "officinaverde.it", "lipowa-druk.pl", "sneg-servis.ru",
    "hoshi-denki.co.jp", "nakhla-trade.com",
    "birchandmoor.co.uk", "tidepool.dev", "uni-westmark.edu", "fernhillclinic.org",
    "ledgerlark.com", "pinemarten.app",
)  # fmt: skip

FIRST = {
    "en": ("Grace", "Oliver", "Priya", "Samuel", "Ruth", "Marcus", "Imogen", "Derek"),
    "de": ("Jürgen", "Annegret", "Lukas", "Sabine", "Torsten", "Heike"),
    "fr": ("Hélène", "Gaël", "Mathilde", "Rémi", "Solène", "Bastien"),
    "es": ("Íñigo", "Lucía", "Ramón", "Pilar", "Nuria", "Andrés"),
    "pt": ("João", "Inês", "Thiago", "Conceição", "Rui", "Beatriz"),
    "it": ("Ilaria", "Niccolò", "Rosalba", "Fabrizio", "Chiara", "Donato"),
    "pl": ("Małgorzata", "Paweł", "Jagoda", "Wojciech", "Bożena", "Łukasz"),
    "ru": ("Ольга", "Пётр", "Марина", "Глеб", "Светлана", "Артём"),
    "ja": ("美咲", "健一", "陽子", "翔太", "由美", "大輔"),
    "ar": ("ليلى", "خالد", "سميرة", "يوسف", "هدى", "طارق"),
    "el": ("Ελένη", "Νίκος", "Δήμητρα", "Σπύρος"),
    "hi": ("अंजलि", "रोहित", "सुनीता", "विकास"),
    "zh": ("晓梅", "建国", "思远", "丽华"),
    "tr": ("Ayşe", "Çağlar", "Gülşen", "Emre"),
}

LAST = {
    "en": ("Whitlock", "Okafor", "Pemberton", "Lindqvist", "Marsh", "Delgado", "Tran", "Ashby"),
    "de": ("Köhler", "Weißenborn", "Brandt", "Schäfer", "Ostermann", "Große"),
    "fr": ("Lemoine", "Châtelain", "Bérard", "Guérin", "Vasseur", "Noël"),
    "es": ("Ibáñez", "Carmona", "Peñalver", "Quiroga", "Muñoz", "Ferrer"),
    "pt": ("Magalhães", "Teixeira", "Assunção", "Brandão", "Lacerda", "Nóbrega"),
    "it": ("Bellandi", "Scarpa", "Moretti", "Zanetti", "D'Amico", "Grasso"),
    "pl": ("Wiśniewska", "Zieliński", "Kaczmarek", "Łapiński", "Górska", "Żak"),
    "ru": ("Соколова", "Жуков", "Ефимова", "Щербаков", "Белова", "Никитин"),
    "ja": ("高橋", "小林", "渡辺", "森田", "石川", "斎藤"),
    "ar": ("الحداد", "منصور", "القاسم", "الشريف", "نجار", "سليمان"),
    "el": ("Παπαδάκη", "Γεωργίου", "Καραμήτρος", "Λάμπρου"),
    "hi": ("शर्मा", "वर्मा", "गुप्ता", "मिश्रा"),
    "zh": ("王", "李", "陈", "赵"),
    "tr": ("Yılmaz", "Öztürk", "Şahin", "Doğan"),
}

CITIES = {
    "en": ("Leeds", "Portland", "Galway", "Dunedin", "Halifax", "Tucson"),
    "de": ("Köln", "Graz", "Lübeck", "Zürich", "Jena", "Würzburg"),
    "fr": ("Nîmes", "Liège", "Orléans", "Besançon", "Genève", "Angers"),
    "es": ("Cádiz", "Logroño", "Mérida", "Rosario", "León", "Gijón"),
    "pt": ("Évora", "Braga", "Curitiba", "Belém", "Setúbal", "Goiânia"),
    "it": ("Forlì", "Lecce", "Trieste", "Mantova", "Cuneo", "Siena"),
    "pl": ("Łódź", "Gdynia", "Rzeszów", "Toruń", "Bielsko-Biała", "Opole"),
    "ru": ("Тверь", "Казань", "Омск", "Пермь", "Псков", "Рязань"),
    "ja": ("仙台", "松本", "高松", "札幌", "長崎", "金沢"),
    "ar": ("الإسكندرية", "جدة", "عمّان", "فاس", "حلب", "المنامة"),
    "el": ("Πάτρα", "Χανιά", "Βόλος", "Λάρισα"),
    "hi": ("जयपुर", "पुणे", "लखनऊ", "इंदौर"),
    "zh": ("杭州", "成都", "青岛", "西安"),
    "tr": ("Eskişehir", "İzmir", "Çanakkale", "Muğla"),
}

STREETS = {
    "en": ("Mill Lane", "Harbour Road", "Juniper Street", "Old Forge Close"),
    "de": ("Gartenstraße", "Am Mühlbach", "Lindenallee", "Rosenweg"),
    "fr": ("rue des Tilleuls", "quai du Moulin", "avenue de la Gare", "impasse du Puits"),
    "es": ("calle Mayor", "avenida del Río", "plaza del Olivo", "paseo de la Ermita"),
    "pt": ("Rua das Flores", "Avenida Central", "Travessa do Poço", "Largo da Fonte"),
    "it": ("via Garibaldi", "piazza del Mercato", "viale dei Pini", "corso Italia"),
    "pl": ("ul. Polna", "al. Lipowa", "ul. Młyńska", "pl. Wolności"),
    "ru": ("ул. Садовая", "пр. Мира", "наб. реки Волги", "пер. Школьный"),
    "ja": ("本町", "緑ヶ丘", "桜台", "中央"),
    "ar": ("شارع النخيل", "شارع الميناء", "طريق السلام", "شارع الورود"),
    "el": ("οδός Ερμού", "λεωφόρος Κηφισίας", "οδός Σόλωνος", "πλατεία Αγοράς"),
    "hi": ("गांधी मार्ग", "स्टेशन रोड", "नेहरू नगर", "मंदिर गली"),
    "zh": ("中山路", "解放街", "人民大道", "文化巷"),
    "tr": ("Çınar Sokak", "İnönü Caddesi", "Gül Sokağı", "Liman Caddesi"),
}

MONTHS = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September",
           "October", "November", "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
           "Oktober", "November", "Dezember"),
    "fr": ("janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre",
           "octobre", "novembre", "décembre"),
    "es": ("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre",
           "octubre", "noviembre", "diciembre"),
    "pt": ("janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro",
           "outubro", "novembro", "dezembro"),
    "it": ("gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto",
           "settembre", "ottobre", "novembre", "dicembre"),
    "pl": ("stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia",
           "września", "października", "listopada", "grudnia"),
    "ru": ("января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября",
           "октября", "ноября", "декабря"),
    "ar": ("يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر",
           "أكتوبر", "نوفمبر", "ديسمبر"),
    "el": ("Ιανουαρίου", "Φεβρουαρίου", "Μαρτίου", "Απριλίου", "Μαΐου", "Ιουνίου", "Ιουλίου",
           "Αυγούστου", "Σεπτεμβρίου", "Οκτωβρίου", "Νοεμβρίου", "Δεκεμβρίου"),
    "hi": ("जनवरी", "फ़रवरी", "मार्च", "अप्रैल", "मई", "जून", "जुलाई", "अगस्त", "सितंबर", "अक्टूबर",
           "नवंबर", "दिसंबर"),
    "tr": ("Ocak", "Şubat", "Mart", "Nisan", "Mayıs", "Haziran", "Temmuz", "Ağustos", "Eylül",
           "Ekim", "Kasım", "Aralık"),
}  # fmt: skip
MONTHS["us"] = MONTHS["en"]
